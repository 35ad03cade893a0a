// SPDX-License-Identifier: Apache-2.0

package trace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// longest is the most bytes that the line of an operation may have.
const longest = 64 << 10

// Reader reads the operations of a trace as a stream. Reading allocates nothing per line.
type Reader struct {
	src  *bufio.Reader
	file string
	line int
	read int64
}

// NewReader reads a trace; the file's name is for errors.
func NewReader(file string, src io.Reader) *Reader {
	return &Reader{src: bufio.NewReaderSize(src, longest), file: file}
}

// Bytes answers how many bytes have been read.
func (r *Reader) Bytes() int64 { return r.read }

// Next reads the next operation into o. It answers io.EOF behind the last one, a
// [*SyntaxError] for a malformed line, or what the source answers.
func (r *Reader) Next(o *Operation) error {
	for {
		line, err := r.next()
		if err != nil {
			return err
		}
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		*o = Operation{}
		if problem := parse(line, o); problem != "" {
			return r.malformed(problem)
		}
		return nil
	}
}

// next reads a line, without its end. Of a comment that is too long it answers the
// beginning.
func (r *Reader) next() ([]byte, error) {
	line, err := r.src.ReadSlice('\n')
	r.line++
	r.read += int64(len(line))
	switch {
	case err == nil:
		line = line[:len(line)-1]
	case errors.Is(err, io.EOF):
		if len(line) == 0 {
			return nil, io.EOF
		}
	case errors.Is(err, bufio.ErrBufferFull):
		if line[0] != '#' {
			return nil, r.malformed(fmt.Sprintf("the line is longer than %d bytes", longest))
		}
		return []byte{'#'}, r.skip()
	default:
		return nil, fmt.Errorf("%s: read line %d: %w", r.file, r.line, err)
	}
	return bytes.TrimSuffix(line, []byte{'\r'}), nil
}

// skip reads on behind the end of the line.
func (r *Reader) skip() error {
	for {
		rest, err := r.src.ReadSlice('\n')
		r.read += int64(len(rest))
		switch {
		case err == nil || errors.Is(err, io.EOF):
			return nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return fmt.Errorf("%s: read line %d: %w", r.file, r.line, err)
		}
	}
}

func (r *Reader) malformed(problem string) error {
	return &SyntaxError{File: r.file, Line: r.line, Problem: problem}
}

// SyntaxError is a malformed line.
type SyntaxError struct {
	File    string
	Line    int // from 1, comments and empty lines included
	Problem string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Problem) }
