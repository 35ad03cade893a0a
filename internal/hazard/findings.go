// SPDX-License-Identifier: Apache-2.0

package hazard

import (
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/caller"
)

// findingIn returns a violation in a block, which may be nil.
func findingIn(b *block, kind hazard.Kind, first *use, second Past) Finding {
	f := Finding{Kind: kind, First: first.past(), Second: second}
	if b != nil {
		f.Block, f.Allocated, f.Freed = b.Block, b.allocated.past(), b.freed.past()
	}
	return f
}

// at returns f for bytes at an address.
func (f Finding) at(addr, size uint64) Finding {
	f.From, f.Size = addr-f.Block.Addr, size
	return f
}

// pair is what makes two findings one violation of the program: the kind and both lines, or
// the names of operations whose lines are unknown.
type pair struct {
	kind          hazard.Kind
	first, second call
}

type call struct {
	site         caller.Site
	name, stream string // only if the site is unknown
}

func (p Past) call() call {
	if p.Site != 0 {
		return call{site: p.Site}
	}
	return call{name: p.Name, stream: p.Stream}
}

func (f *Finding) pair() pair { return pair{f.Kind, f.First.call(), f.Second.call()} }

// findings are what one operation has caused, each pair once.
type findings []Finding

// add adds a finding. Bytes that follow those of the same pair are added to that.
func (all *findings) add(f Finding) {
	for i := range *all {
		g := &(*all)[i]
		if g.pair() != f.pair() {
			continue
		}
		if g.Block.Addr == f.Block.Addr && g.From+g.Size == f.From {
			g.Size += f.Size
		}
		return
	}
	*all = append(*all, f)
}

// mostPairs is how many violations are reported.
const mostPairs = 1000

// reports are the violations that were reported.
type reports struct {
	seen    map[pair]struct{}
	dropped int
}

// fresh returns the findings that were not reported before, and notes that they are.
func (r *reports) fresh(all []Finding) []Finding {
	left := all[:0]
	for _, f := range all {
		p := f.pair()
		if _, known := r.seen[p]; known {
			continue
		}
		if len(r.seen) == mostPairs {
			r.dropped++
			continue
		}
		if r.seen == nil {
			r.seen = make(map[pair]struct{})
		}
		r.seen[p] = struct{}{}
		left = append(left, f)
	}
	if len(left) == 0 {
		return nil
	}
	return left
}
