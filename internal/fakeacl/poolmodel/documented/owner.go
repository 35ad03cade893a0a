// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"math"

	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
	"github.com/ascend-go/aclpool/internal/order"
)

// any place is no later than this.
const always = math.MaxUint64

// owner is a stream that has freed memory to the pool, or nobody.
type owner struct {
	stream poolmodel.Stream // nil for nobody
	line   *order.Line      // the stream's
	marked bool             // may have cached spans
	ready  int              // place among those that may have complete spans, from 1; 0 if it is not there

	free bestfit.Owner[*span] // the cached spans

	// Frees that were not seen to have executed: those spans by place, and their bytes.
	oldest, newest *span
	pending        uint64

	// During a trim:
	nextTrim bestfit.Block[*span] // the next complete span in best-fit order
	trimUpTo uint64               // spans whose free is at a later place are pending
}

// executed returns the place up to which frees have executed.
func (o *owner) executed() uint64 {
	if o.stream == nil {
		return always
	}
	return o.stream.Executed()
}

// usable returns the place up to which frees can serve at all: what a failed stream left
// pending never executes.
func (o *owner) usable() uint64 {
	if o.stream == nil || !o.stream.Failed() {
		return always
	}
	return o.stream.Executed()
}

// link enters a span among the pending frees: almost always the latest one.
func (o *owner) addPending(s *span) {
	if o.stream == nil {
		return
	}
	before := o.newest
	for before != nil && before.freed.Pos > s.freed.Pos {
		before = before.older
	}
	s.older = before
	if before != nil {
		s.newer, before.newer = before.newer, s
	} else {
		s.newer, o.oldest = o.oldest, s
	}
	if s.newer != nil {
		s.newer.older = s
	} else {
		o.newest = s
	}
	s.pending = true
	o.pending += s.size
	o.dropExecuted()
}

// pass takes frees that have executed out of the pending ones, the oldest first.
func (o *owner) dropExecuted() {
	for done := o.executed(); o.oldest != nil && o.oldest.freed.Pos <= done; {
		o.removePending(o.oldest)
	}
}

// unlink takes a span out of the pending frees, if it is there.
func (o *owner) removePending(s *span) {
	if !s.pending {
		return
	}
	if s.older != nil {
		s.older.newer = s.newer
	} else {
		o.oldest = s.newer
	}
	if s.newer != nil {
		s.newer.older = s.older
	} else {
		o.newest = s.older
	}
	s.older, s.newer, s.pending = nil, nil, false
	o.pending -= s.size
}

// stillPending returns the bytes whose free has not executed.
func (o *owner) stillPending() uint64 {
	o.dropExecuted()
	return o.pending
}

// owners is the owners of a pool: nobody, and streams from their first free until they
// are closed.
type owners struct {
	nobody owner
	byLine order.Table[owner] // the streams; those that have cached spans are marked
	latest *owner             // the one last asked for
}

// of returns the owner that a line of work is, nil for none.
func (o *owners) of(line *order.Line) *owner {
	if o.latest != nil && o.latest.line == line {
		return o.latest
	}
	found := o.byLine.Get(line.ID())
	if found != nil {
		o.latest = found
	}
	return found
}

// open returns the owner that a stream is, new at its first free.
func (o *owners) open(s poolmodel.Stream, line *order.Line) *owner {
	if found := o.of(line); found != nil {
		return found
	}
	added := &owner{stream: s, line: line}
	o.byLine.Put(line.ID(), added)
	return added
}

// mark is called when a stream has got a cached span. Searches look at marked streams alone:
// of many streams most have nothing cached.
func (o *owners) mark(s *owner) {
	if s.stream != nil && !s.marked {
		s.marked = true
		o.byLine.Mark(s.line.ID())
	}
}

// unmark is called when a search has met a stream that has no cached span left, and not when
// it has lost the last one: a stream that allocates and frees in turn keeps its mark.
func (o *owners) unmark(s *owner) {
	s.marked = false
	o.byLine.Unmark(s.line.ID())
}

// close removes an owner without memory.
func (o *owners) close(gone *owner) {
	o.byLine.Remove(gone.line.ID())
	o.latest = nil
}
