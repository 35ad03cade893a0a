// SPDX-License-Identifier: Apache-2.0

package trace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine is the maximum length of an operation's line in bytes.
const maxLine = 64 << 10

// Reader reads the operations of a trace one by one. It allocates no memory per line.
type Reader struct {
	src  *bufio.Reader
	file string
	line int   // number of the last line read
	read int64 // bytes
}

// NewReader returns a Reader that reads from src. The file name appears in errors.
func NewReader(file string, src io.Reader) *Reader {
	return &Reader{src: bufio.NewReaderSize(src, maxLine), file: file}
}

// Bytes returns the number of bytes that have been read.
func (r *Reader) Bytes() int64 { return r.read }

// Next reads the next operation into o. It returns io.EOF after the last operation, a
// [*SyntaxError] for a malformed line or an unknown version, and any error of the source.
func (r *Reader) Next(o *Operation) error {
	for {
		line, err := r.next()
		if err != nil {
			return err
		}
		if len(line) == 0 || line[0] == '#' {
			if r.line == 1 {
				err = r.checkVersion(line)
			}
			if err != nil {
				return err
			}
			continue
		}
		*o = Operation{}
		if problem := parse(line, o); problem != "" {
			return r.malformed(problem)
		}
		return nil
	}
}

// next returns the next line without its end. It cuts a comment that is too long down to
// its first byte.
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
			return nil, r.malformed(fmt.Sprintf("the line is longer than %d bytes", maxLine))
		}
		return []byte{'#'}, r.skip()
	default:
		return nil, fmt.Errorf("%s: read line %d: %w", r.file, r.line, err)
	}
	return bytes.TrimSuffix(line, []byte{'\r'}), nil
}

// skip reads to the end of the line.
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

// SyntaxError describes a malformed line.
type SyntaxError struct {
	File    string
	Line    int // counted from 1, comments and empty lines included
	Problem string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Problem) }
