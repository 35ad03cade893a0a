// SPDX-License-Identifier: Apache-2.0

package documented

// spans is the spans of a pool by number, and those to be used again.
type spans struct{ all, idle []*span }

// numbered returns the span of a number, nil for 0.
func (t *spans) numbered(n uint32) *span {
	if n == 0 {
		return nil
	}
	return t.all[n-1]
}

// take returns a span that has nothing but its number.
func (t *spans) take() *span {
	last := len(t.idle) - 1
	if last < 0 {
		s := &span{number: uint32(len(t.all) + 1)}
		t.all = append(t.all, s)
		return s
	}
	s := t.idle[last]
	t.idle = t.idle[:last]
	return s
}

// give takes a span back that is filed nowhere.
func (t *spans) give(s *span) {
	s.freed.Release()
	*s = span{number: s.number}
	t.idle = append(t.idle, s)
}
