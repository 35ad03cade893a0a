// SPDX-License-Identifier: Apache-2.0

package poolbook

import "github.com/ascend-go/aclpool/internal/driver"

// table finds the span of a live allocation by its offset: each granule has a place, in
// pages that are made when they are first needed. The zero table is empty.
type table struct {
	pages []*tablePage
	len   int
}

const pageGranules = 512

type tablePage [pageGranules]*span

// place answers where the span at an offset is or belongs, nil where there is no page for
// it or no span can begin.
func (t *table) place(off uint64) **span {
	g := off / driver.Granule
	if off%driver.Granule != 0 || g/pageGranules >= uint64(len(t.pages)) || t.pages[g/pageGranules] == nil {
		return nil
	}
	return &t.pages[g/pageGranules][g%pageGranules]
}

// get answers the span at an offset, nil for none.
func (t *table) get(off uint64) *span {
	if p := t.place(off); p != nil {
		return *p
	}
	return nil
}

// put enters a span under its offset, where there is none.
func (t *table) put(s *span) {
	p := t.place(s.off)
	if p == nil {
		page := s.off / driver.Granule / pageGranules
		for page >= uint64(len(t.pages)) {
			t.pages = append(t.pages, nil)
		}
		t.pages[page] = new(tablePage)
		p = t.place(s.off)
	}
	*p = s
	t.len++
}

// take takes the span at an offset out and answers it, nil for none.
func (t *table) take(off uint64) *span {
	p := t.place(off)
	if p == nil || *p == nil {
		return nil
	}
	taken := *p
	*p = nil
	t.len--
	return taken
}
