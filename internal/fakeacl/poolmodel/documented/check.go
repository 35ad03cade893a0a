// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// check verifies the invariants of the bookkeeping after an operation, in builds with the tag
// poolcheck. Books that do not hold them are a bug of this package, so it panics.
func (p *Pool) check() {
	if !checking {
		return
	}
	if err := p.invariants(); err != nil {
		panic(fmt.Sprintf("documented: %v", err))
	}
}

// invariants returns what is not as it must be between any two calls. It looks at every
// span.
func (p *Pool) invariants() error {
	var sum sums
	var prev *span
	for r := range p.ranges {
		if err := p.inOrder(prev, r, &sum); err != nil {
			return fmt.Errorf("range at %d of %d bytes: %w", r.off, r.size, err)
		}
		prev = r.span
	}
	cachedSpans := p.owners.nobody.free.Len()
	for o := range p.owners.byLine.All {
		cachedSpans += o.free.Len()
		if o.free.Len() > 0 && !o.marked {
			return fmt.Errorf("line %d has %d cached spans, and no mark", o.line.ID(), o.free.Len())
		}
		if at := slices.Index(p.ready, o) + 1; at != o.ready {
			return fmt.Errorf("line %d is number %d of those that may have complete spans: found it at %d", o.line.ID(), o.ready, at)
		}
		if err := o.invariants(); err != nil {
			return err
		}
	}
	switch {
	case sum.end != p.size:
		return fmt.Errorf("ranges end at %d of %d", sum.end, p.size)
	case sum.used != p.attrs.Used || sum.used+sum.kept != p.attrs.Reserved:
		return fmt.Errorf("ranges sum up to %d used and %d cached: counted %d used, %d reserved", sum.used, sum.kept, p.attrs.Used, p.attrs.Reserved)
	case sum.freshSpans != p.fresh.Len():
		return fmt.Errorf("%d fresh spans: found %d", sum.freshSpans, p.fresh.Len())
	case sum.tags != p.tags.count():
		return fmt.Errorf("%d tags for ranges, and %d are set", sum.tags, p.tags.count())
	case sum.cachedSpans != cachedSpans || sum.inAny != p.anyOwner.free.Len():
		return fmt.Errorf("%d cached spans, %d of them in the index of all: found %d and %d", sum.cachedSpans, sum.inAny, cachedSpans, p.anyOwner.free.Len())
	}
	return nil
}

// marks counts the granules with a mark.
func (t *boundaryTags) count() (n int) {
	for _, page := range t.pages {
		if page == nil {
			continue
		}
		for _, m := range page {
			if m != 0 {
				n++
			}
		}
	}
	return n
}

// sums is what a walk over all ranges adds up.
type sums struct {
	end, used, kept         uint64 // bytes
	tags                    int
	freshSpans, cachedSpans int
	inAny                   int // of the cached ones
}

// inOrder checks one range; prev is the span before it, nil for a live allocation.
func (p *Pool) inOrder(prev *span, r blockRange, sum *sums) error {
	sum.end += r.size
	sum.tags++
	if r.span == nil {
		sum.used += r.size
		return nil
	}
	if r.size > driver.Granule && r.end() < p.size {
		sum.tags++
	}
	return p.checkSpan(prev, r, sum)
}

// checkSpan checks a span against the one before it and where it is found.
func (p *Pool) checkSpan(prev *span, r blockRange, sum *sums) error {
	s := r.span
	switch {
	case s.off != r.off || s.size%driver.Granule != 0:
		return fmt.Errorf("is taken for %d bytes at %d", s.size, s.off)
	case s.end() < p.size && p.before(s.end()) != s:
		return fmt.Errorf("is not found from its end")
	case prev != nil && prev.joins(s):
		return fmt.Errorf("has not joined a neighbour")
	}
	found := false
	switch s.state {
	case fresh:
		sum.freshSpans++
		for c := range p.fresh.From(s.block().Size) {
			if found = c == s.block(); found || s.block().Before(c) {
				break
			}
		}
	case cached:
		sum.cachedSpans++
		sum.kept += s.size
		if s.inAny {
			sum.inAny++
		}
		if s.owner == nil || s.owner == &p.owners.nobody != (s.freed == order.Stamp{}) {
			return fmt.Errorf("a place and the stream that freed it go together")
		}
		before := s.block()
		before.Addr-- // wraps at 0 to the end of the size below, which After takes as well
		if s.off == 0 {
			before.Size--
		}
		c, ok := p.cached.After(&s.owner.free, before, s.freed.Pos)
		found = ok && c == s.block() && s.inAny == p.mustBeInAny(s)
	}
	if !found {
		return fmt.Errorf("is not found where its state, size, owner and place say")
	}
	if s.state != cached && (s.owner != nil || s.freed != order.Stamp{} || s.pending || s.inAny) {
		return fmt.Errorf("is not cached but belongs to a stream")
	}
	return nil
}

// mustBeInAny reports whether a cached span is to be among the offers. One that cannot be had
// may be or not.
func (p *Pool) mustBeInAny(s *span) bool {
	if p.anyOwner.enabled && !s.usable() {
		return s.inAny
	}
	return p.anyOwner.enabled
}

// invariants returns what is wrong with the pending frees of an owner.
func (o *owner) invariants() error {
	var bytes uint64
	var older *span
	for s := o.oldest; s != nil; older, s = s, s.newer {
		if s.owner != o || !s.pending || s.older != older || older != nil && older.freed.Pos > s.freed.Pos {
			return fmt.Errorf("span at %d is out of line among the pending frees", s.off)
		}
		bytes += s.size
	}
	if o.newest != older || bytes != o.pending {
		return fmt.Errorf("pending frees sum up to %d bytes: counted %d", bytes, o.pending)
	}
	return nil
}
