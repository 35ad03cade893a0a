// SPDX-License-Identifier: Apache-2.0

package trace

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/ascend-go/aclpool/internal/driver"
)

// parse reads an operation from its line. It answers what is wrong with the line, or "".
func parse(line []byte, o *Operation) (problem string) {
	f := fields{rest: line, more: true}
	word := f.next()
	kind, ok := kindOf(word)
	if !ok {
		return unknown(word)
	}
	o.Kind = kind
	switch kind {
	case Pool, Trim:
		o.Value = f.number()
	case Attr:
		o.Attr = f.attribute()
		o.Value = f.number()
	case Get:
		o.Attr = f.attribute()
	case Alloc:
		o.ID = f.id()
		o.Value = f.number()
		o.Stream = f.number()
	case Free:
		o.ID = f.id()
		o.Stream = f.number()
	case Record, Wait:
		o.Event = f.number()
		o.Stream = f.number()
	case Sync:
		o.Stream = f.number()
	}
	switch {
	case f.missing || f.more:
		return fmt.Sprintf("%q: want %s behind %s, separated by one space", line, forms[kind].fields, word)
	case f.problem != "":
		return fmt.Sprintf("%q: %s", line, f.problem)
	}
	return ""
}

func unknown(word []byte) string {
	var words []string
	for _, f := range forms {
		words = append(words, f.word)
	}
	return fmt.Sprintf("no operation %q: want one of %s", word, strings.Join(words, ", "))
}

// fields takes a line apart. It goes on behind a problem and keeps the first one.
type fields struct {
	rest    []byte
	more    bool   // there is another field
	missing bool   // one was asked for and there is none, or an empty one
	problem string // of a field
}

func (f *fields) next() []byte {
	field := f.rest
	if at := bytes.IndexByte(field, ' '); at >= 0 {
		field, f.rest = field[:at], field[at+1:]
	} else {
		f.missing = f.missing || !f.more
		f.rest, f.more = nil, false
	}
	f.missing = f.missing || len(field) == 0
	return field
}

func (f *fields) id() []byte { return f.next() }

func (f *fields) number() uint64 {
	field := f.next()
	n := uint64(0)
	for _, c := range field {
		digit := uint64(c - '0')
		if digit > 9 || n > (math.MaxUint64-digit)/10 {
			f.wrong("%q is no decimal number of 64 bits", field)
			return 0
		}
		n = 10*n + digit
	}
	return n
}

func (f *fields) attribute() driver.PoolAttr {
	field := f.next()
	a, ok := attributes[string(field)]
	if !ok {
		f.wrong("no attribute %q", field)
	}
	return a
}

func (f *fields) wrong(format string, field []byte) {
	if f.problem == "" {
		f.problem = fmt.Sprintf(format, field)
	}
}
