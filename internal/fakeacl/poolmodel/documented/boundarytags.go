// SPDX-License-Identifier: Apache-2.0

package documented

import "github.com/ascend-go/aclpool/internal/driver"

// boundaryTags is the ranges of a pool in the order of addresses: each granule has a tag,
// in pages that are made when they are first needed. A live allocation is nothing but the
// tag where it begins. A span has one where it begins, and one where it ends unless that
// is the end of the pool, so that its neighbours find it. To free a block is thus to look
// at tags that lie next to each other, and at no neighbour that does not join: with many
// blocks a pair of calls mostly waits for memory.
type boundaryTags struct {
	size  uint64 // bytes
	pages []*tagPage
}

const pageGranules = 512

type tagPage [pageGranules]tag

// tag says what begins or ends at a granule; zero is nothing.
type tag uint64

func liveTag(size uint64) tag   { return tag(size/driver.Granule)<<1 | 1 }
func spanTag(number uint32) tag { return tag(number) << 1 }

// live returns the bytes of the live allocation that begins there, 0 for none.
func (t tag) live() uint64 {
	if t&1 == 0 {
		return 0
	}
	return uint64(t>>1) * driver.Granule
}

// span returns the number of the span that begins or ends there, 0 for none.
func (t tag) span() uint32 {
	if t&1 != 0 {
		return 0
	}
	return uint32(t >> 1)
}

// at returns the tag of the granule that begins at off; zero where none does.
func (t *boundaryTags) at(off uint64) tag {
	g := off / driver.Granule
	if off%driver.Granule != 0 || g/pageGranules >= uint64(len(t.pages)) || t.pages[g/pageGranules] == nil {
		return 0
	}
	return t.pages[g/pageGranules][g%pageGranules]
}

// set gives the granule that begins at off a tag.
func (t *boundaryTags) set(off uint64, value tag) {
	g := off / driver.Granule
	if g/pageGranules >= uint64(len(t.pages)) || t.pages[g/pageGranules] == nil {
		t.extend(g / pageGranules)
	}
	t.pages[g/pageGranules][g%pageGranules] = value
}

func (t *boundaryTags) extend(page uint64) {
	for page >= uint64(len(t.pages)) {
		t.pages = append(t.pages, nil)
	}
	t.pages[page] = new(tagPage)
}

// setSpan tags the ends of a span; number 0 takes the tags away.
func (t *boundaryTags) setSpan(s *span, number uint32) {
	t.set(s.off, spanTag(number))
	if s.end() < t.size {
		t.set(s.end()-driver.Granule, spanTag(number))
	}
}

// before returns the span that ends at off, nil for none.
func (p *Pool) before(off uint64) *span {
	if off == 0 {
		return nil
	}
	return p.spans.numbered(p.tags.at(off - driver.Granule).span())
}

// after returns the span that begins at off, nil for none.
func (p *Pool) after(off uint64) *span { return p.spans.numbered(p.tags.at(off).span()) }

// blockRange is a range of any state.
type blockRange struct {
	off, size uint64
	span      *span // nil for a live allocation
}

func (s blockRange) end() uint64 { return s.off + s.size }

// ranges yields all ranges in the order of addresses, up to one that has no tag.
func (p *Pool) ranges(yield func(blockRange) bool) {
	for s := (blockRange{}); s.end() < p.size; {
		s = blockRange{off: s.end(), size: p.tags.at(s.end()).live(), span: p.after(s.end())}
		if s.span != nil {
			s.size = s.span.size
		}
		if s.size == 0 || !yield(s) {
			return
		}
	}
}
