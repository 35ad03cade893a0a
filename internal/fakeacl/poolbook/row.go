// SPDX-License-Identifier: Apache-2.0

package poolbook

import "github.com/ascend-go/aclpool/internal/driver"

// row is the ranges of a pool in the order of addresses, by marks: each granule has one,
// in pages that are made when they are first needed. A live allocation is nothing but the
// mark where it begins. A span has one where it begins, and one where it ends unless that
// is the end of the pool, so that its neighbours find it. To free a block is thus to look at marks that lie next to each
// other, and at no neighbour that does not join: with many blocks a pair of calls mostly
// waits for memory.
type row struct {
	size  uint64 // bytes
	pages []*rowPage
}

const pageGranules = 512

type rowPage [pageGranules]mark

// mark is what begins or ends at a granule; zero is nothing.
type mark uint64

func liveMark(size uint64) mark   { return mark(size/driver.Granule)<<1 | 1 }
func spanMark(number uint32) mark { return mark(number) << 1 }

// live answers the bytes of the live allocation that begins there, 0 for none.
func (m mark) live() uint64 {
	if m&1 == 0 {
		return 0
	}
	return uint64(m>>1) * driver.Granule
}

// span answers the number of the span that begins or ends there, 0 for none.
func (m mark) span() uint32 {
	if m&1 != 0 {
		return 0
	}
	return uint32(m >> 1)
}

// at answers the mark of the granule that begins at off; zero where none does.
func (r *row) at(off uint64) mark {
	g := off / driver.Granule
	if off%driver.Granule != 0 || g/pageGranules >= uint64(len(r.pages)) || r.pages[g/pageGranules] == nil {
		return 0
	}
	return r.pages[g/pageGranules][g%pageGranules]
}

// set gives the granule that begins at off a mark.
func (r *row) set(off uint64, m mark) {
	g := off / driver.Granule
	if g/pageGranules >= uint64(len(r.pages)) || r.pages[g/pageGranules] == nil {
		r.extend(g / pageGranules)
	}
	r.pages[g/pageGranules][g%pageGranules] = m
}

func (r *row) extend(page uint64) {
	for page >= uint64(len(r.pages)) {
		r.pages = append(r.pages, nil)
	}
	r.pages[page] = new(rowPage)
}

// setSpan marks the ends of a span; number 0 takes the marks away.
func (r *row) setSpan(s *span, number uint32) {
	r.set(s.off, spanMark(number))
	if s.end() < r.size {
		r.set(s.end()-driver.Granule, spanMark(number))
	}
}

// before answers the span that ends at off, nil for none.
func (b *Book) before(off uint64) *span {
	if off == 0 {
		return nil
	}
	return b.spans.numbered(b.row.at(off - driver.Granule).span())
}

// after answers the span that begins at off, nil for none.
func (b *Book) after(off uint64) *span { return b.spans.numbered(b.row.at(off).span()) }

// stretch is a range of any state.
type stretch struct {
	off, size uint64
	span      *span // nil for a live allocation
}

func (s stretch) end() uint64 { return s.off + s.size }

// stretches yields all ranges in the order of addresses, up to one that has no mark.
func (b *Book) stretches(yield func(stretch) bool) {
	for s := (stretch{}); s.end() < b.size; {
		s = stretch{off: s.end(), size: b.row.at(s.end()).live(), span: b.after(s.end())}
		if s.span != nil {
			s.size = s.span.size
		}
		if s.size == 0 || !yield(s) {
			return
		}
	}
}
