// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// check holds the books to their invariants after an operation, in builds with the tag
// poolcheck. Books that do not hold them are a bug of this package, so it panics.
func (b *Book) check() {
	if !checking {
		return
	}
	if err := b.invariants(); err != nil {
		panic(fmt.Sprintf("poolbook: %v", err))
	}
}

// invariants answers what is not as it must be between any two calls. It looks at every
// span.
func (b *Book) invariants() error {
	var sum sums
	var prev *span
	for r := range b.stretches {
		if err := b.inRow(prev, r, &sum); err != nil {
			return fmt.Errorf("range at %d of %d bytes: %w", r.off, r.size, err)
		}
		prev = r.span
	}
	cachedSpans := b.owners.nobody.free.Len()
	for _, o := range b.owners.all {
		cachedSpans += o.free.Len()
		if err := o.invariants(); err != nil {
			return err
		}
	}
	switch {
	case sum.end != b.size:
		return fmt.Errorf("ranges end at %d of %d", sum.end, b.size)
	case sum.used != b.counts.used || sum.used+sum.kept != b.counts.reserved:
		return fmt.Errorf("ranges sum up to %d used and %d cached: counted %d used, %d reserved", sum.used, sum.kept, b.counts.used, b.counts.reserved)
	case sum.freshSpans != b.fresh.Len():
		return fmt.Errorf("%d fresh spans: filed %d", sum.freshSpans, b.fresh.Len())
	case sum.marks != b.row.marks():
		return fmt.Errorf("%d marks for ranges, and %d in the row", sum.marks, b.row.marks())
	case sum.cachedSpans != cachedSpans || sum.offered != b.offers.free.Len():
		return fmt.Errorf("%d cached spans, %d of them offered: filed %d and %d", sum.cachedSpans, sum.offered, cachedSpans, b.offers.free.Len())
	}
	return nil
}

// marks counts the granules with a mark.
func (r *row) marks() (n int) {
	for _, page := range r.pages {
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
	marks                   int
	freshSpans, cachedSpans int
	offered                 int // of the cached ones
}

// inRow checks one range; prev is the span before it, nil for a live allocation.
func (b *Book) inRow(prev *span, r stretch, sum *sums) error {
	sum.end += r.size
	sum.marks++
	if r.span == nil {
		sum.used += r.size
		return nil
	}
	if r.size > driver.Granule && r.end() < b.size {
		sum.marks++
	}
	return b.checkSpan(prev, r, sum)
}

// checkSpan checks a span against the one before it and where it is filed.
func (b *Book) checkSpan(prev *span, r stretch, sum *sums) error {
	s := r.span
	switch {
	case s.off != r.off || s.size%driver.Granule != 0:
		return fmt.Errorf("is taken for %d bytes at %d", s.size, s.off)
	case s.end() < b.size && b.before(s.end()) != s:
		return fmt.Errorf("is not found from its end")
	case prev != nil && prev.joins(s):
		return fmt.Errorf("is apart from a neighbour that it joins with")
	}
	filed := false
	switch s.state {
	case fresh:
		sum.freshSpans++
		for c := range b.fresh.From(s.block().Size) {
			if filed = c == s.block(); filed || s.block().Before(c) {
				break
			}
		}
	case cached:
		sum.cachedSpans++
		sum.kept += s.size
		if s.offered {
			sum.offered++
		}
		if s.owner == nil || s.owner == &b.owners.nobody != (s.freed == order.Stamp{}) {
			return fmt.Errorf("a place and the stream that freed it go together")
		}
		before := s.block()
		before.Addr-- // wraps at 0 to the end of the size below, which After takes as well
		if s.off == 0 {
			before.Size--
		}
		c, ok := b.cached.After(&s.owner.free, before, s.freed.Pos)
		filed = ok && c == s.block() && s.offered == b.mustOffer(s)
	}
	if !filed {
		return fmt.Errorf("is not filed where its state, size, owner and place say")
	}
	if s.state != cached && (s.owner != nil || s.freed != order.Stamp{} || s.linked || s.offered) {
		return fmt.Errorf("is not cached but belongs to a stream")
	}
	return nil
}

// mustOffer reports that a cached span is to be among the offers. One that cannot be had
// may be or not.
func (b *Book) mustOffer(s *span) bool {
	if b.offers.wanted && !s.usable() {
		return s.offered
	}
	return b.offers.wanted
}

// invariants answers what is wrong with the pending frees of an owner.
func (o *owner) invariants() error {
	var bytes uint64
	var older *span
	for s := o.oldest; s != nil; older, s = s, s.newer {
		if s.owner != o || !s.linked || s.older != older || older != nil && older.freed.Pos > s.freed.Pos {
			return fmt.Errorf("span at %d is out of line among the pending frees", s.off)
		}
		bytes += s.size
	}
	if o.newest != older || bytes != o.pending {
		return fmt.Errorf("pending frees sum up to %d bytes: counted %d", bytes, o.pending)
	}
	return nil
}
