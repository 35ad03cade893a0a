// SPDX-License-Identifier: Apache-2.0

package trace

import (
	"fmt"
	"math"
	"strings"

	"github.com/ascend-go/aclpool/internal/driver"
)

// parse parses the line of an operation into o. It returns what is wrong with the line, or
// "" if nothing is.
func parse(line []byte, o *Operation) (problem string) {
	f := fields{rest: line, more: true}
	word := f.next()
	kind, ok := kindOf(word)
	if !ok {
		return unknownOperation(word)
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
		return fmt.Sprintf("%q: want %s after %s, separated by one space", line, syntax[kind].fields, word)
	case f.problem != "":
		return fmt.Sprintf("%q: %s", line, f.problem)
	}
	return ""
}

func unknownOperation(word []byte) string {
	var words []string
	for _, s := range syntax {
		words = append(words, s.word)
	}
	return fmt.Sprintf("unknown operation %q: want one of %s", word, strings.Join(words, ", "))
}

// fields splits a line into fields. It continues after an error and keeps the first one.
type fields struct {
	rest    []byte
	more    bool   // there is another field
	missing bool   // a field that was read is empty or does not exist
	problem string // the first malformed field
}

// next returns the next field. A plain loop finds its end, because fields are short.
func (f *fields) next() []byte {
	rest := f.rest
	for at, c := range rest {
		if c == ' ' {
			f.rest = rest[at+1:]
			f.missing = f.missing || at == 0
			return rest[:at]
		}
	}
	f.missing = f.missing || !f.more || len(rest) == 0
	f.rest, f.more = nil, false
	return rest
}

func (f *fields) id() []byte { return f.next() }

func (f *fields) number() uint64 {
	field := f.next()
	n := uint64(0)
	for _, c := range field {
		digit := uint64(c - '0')
		if digit > 9 || n >= math.MaxUint64/10 && (n > math.MaxUint64/10 || digit > math.MaxUint64%10) {
			f.malformed("%q is not an unsigned decimal number of at most 64 bits", field)
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
		f.malformed("unknown attribute %q: want event, opportunistic, internal, threshold, reserved_current, reserved_high, used_current or used_high", field)
	}
	return a
}

func (f *fields) malformed(format string, field []byte) {
	if f.problem == "" {
		f.problem = fmt.Sprintf(format, field)
	}
}
