// SPDX-License-Identifier: Apache-2.0

package documented

import "github.com/ascend-go/aclpool/internal/order"

// spans is the spans of a pool by number, and the idle ones, which are used again.
type spans struct{ all, idle []*span }

// numbered returns the span of a number, nil for 0.
func (t *spans) numbered(n uint32) *span {
	if n == 0 {
		return nil
	}
	return t.all[n-1]
}

// take returns a fresh span that is filed nowhere, with the range of its last use.
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
	// To clear all of the span shows in the time of a pair. The rest has been cleared by
	// taking it out, or is set by filing it.
	s.state, s.owner, s.freed = fresh, nil, order.Stamp{}
	t.idle = append(t.idle, s)
}
