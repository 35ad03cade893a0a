// SPDX-License-Identifier: Apache-2.0

package trace

import (
	"bufio"
	"io"
	"strconv"
)

// Result is what an operation has answered.
type Result struct {
	Kind   Kind
	Failed bool

	Answer Answer
	Offset uint64 // bytes from the start of the pool, or the value that Get has read
	Size   uint64 // bytes, rounded
	Class  string // of an allocation; empty does not apply

	// The pool's statistics after the operation, in bytes.
	Reserved, ReservedHigh, Used, UsedHigh uint64
}

// Answer says which of the columns offset and size apply.
type Answer uint8

const (
	Nothing Answer = iota
	Value          // offset alone
	Range          // both
)

// Writer writes result lines. Writing allocates nothing per line.
type Writer struct {
	dst  *bufio.Writer
	n    uint64
	line []byte
}

// NewWriter writes result lines, numbered from 1.
func NewWriter(dst io.Writer) *Writer { return &Writer{dst: bufio.NewWriterSize(dst, longest)} }

// Write adds a line. What it answers is the failure of this or an earlier line.
func (w *Writer) Write(r *Result) error {
	w.n++
	w.line = strconv.AppendUint(w.line[:0], w.n, 10)
	w.word(r.Kind.String())
	if r.Failed {
		w.word("ERR")
	} else {
		w.word("OK")
	}
	w.number(r.Offset, r.Answer >= Value)
	w.number(r.Size, r.Answer == Range)
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

// Flush writes what is buffered.
func (w *Writer) Flush() error { return w.dst.Flush() }

func (w *Writer) word(s string) { w.line = append(append(w.line, ' '), s...) }

func (w *Writer) number(n uint64, applies bool) {
	if !applies {
		w.word("-")
		return
	}
	w.line = strconv.AppendUint(append(w.line, ' '), n, 10)
}
