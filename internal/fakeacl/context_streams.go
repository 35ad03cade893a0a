// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "iter"

// streamList holds the streams of a context that have not ended, in the order in which they
// were created. The links are in the streams. The zero list is empty.
type streamList struct{ first, last *stream }

// add appends a stream.
func (l *streamList) add(s *stream) {
	s.before = l.last
	if s.before != nil {
		s.before.next = s
	} else {
		l.first = s
	}
	l.last = s
}

// remove removes a stream.
func (l *streamList) remove(s *stream) {
	if s.before != nil {
		s.before.next = s.next
	} else {
		l.first = s.next
	}
	if s.next != nil {
		s.next.before = s.before
	} else {
		l.last = s.before
	}
	s.before, s.next = nil, nil
}

// all yields the streams. None may be removed during the iteration.
func (l *streamList) all() iter.Seq[*stream] {
	return func(yield func(*stream) bool) {
		for s := l.first; s != nil && yield(s); s = s.next {
		}
	}
}
