// SPDX-License-Identifier: Apache-2.0

package trace

import (
	"bufio"
	"io"
	"strconv"
)

// Result is the result of an operation.
type Result struct {
	Kind   Kind
	Failed bool

	Columns Columns
	Offset  uint64 // bytes from the start of the pool, or the value that Get has read
	Size    uint64 // bytes, rounded up
	Class   string // the class of an allocation; empty if it does not apply

	// The pool's statistics after the operation, in bytes.
	Reserved, ReservedHigh, Used, UsedHigh uint64
}

// Columns says which of the columns offset and size apply.
type Columns uint8

const (
	Nothing Columns = iota
	Value           // offset only
	Range           // both
)

// Writer writes result lines. It allocates no memory per line.
type Writer struct {
	dst  *bufio.Writer
	n    uint64
	line []byte
}

// NewWriter returns a Writer that writes to dst. Lines are numbered from 1.
func NewWriter(dst io.Writer) *Writer { return &Writer{dst: bufio.NewWriterSize(dst, maxLine)} }

// Write writes the line of a result. The error may be that of an earlier line, because
// lines are buffered.
func (w *Writer) Write(r *Result) error {
	w.n++
	w.line = strconv.AppendUint(w.line[:0], w.n, 10)
	w.word(r.Kind.String())
	if r.Failed {
		w.word("ERR")
	} else {
		w.word("OK")
	}
	w.number(r.Offset, r.Columns >= Value)
	w.number(r.Size, r.Columns == Range)
	if r.Class == "" {
		w.word("-")
	} else {
		w.word(r.Class)
	}
	for _, n := range [...]uint64{r.Reserved, r.ReservedHigh, r.Used, r.UsedHigh} {
		w.number(n, true)
	}
	w.line = append(w.line, '\n')
	_, err := w.dst.Write(w.line)
	return err
}

// Flush writes the buffered lines to the underlying writer.
func (w *Writer) Flush() error { return w.dst.Flush() }

func (w *Writer) word(s string) { w.line = append(append(w.line, ' '), s...) }

func (w *Writer) number(n uint64, applies bool) {
	if !applies {
		w.word("-")
		return
	}
	w.line = strconv.AppendUint(append(w.line, ' '), n, 10)
}
