// SPDX-License-Identifier: Apache-2.0

package hazard

import (
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/caller"
)

// mostPairs is how many violations are reported.
const mostPairs = 1000

// Reports tells violations that are new from those that have been reported. The zero value is
// ready for use.
type Reports struct {
	seen    map[pair]struct{}
	edges   map[edge]struct{}
	dropped int
}

// New reports whether a violation is to be reported: it is the first one of its kind by these
// two lines of the program, and the first one that one missing wait causes in a block, and there
// have not been too many. The violation counts as reported then.
func (r *Reports) New(f *Finding) bool {
	p := f.pair()
	if _, seen := r.seen[p]; seen {
		return false
	}
	if e, ok := f.edge(); ok {
		if _, seen := r.edges[e]; seen {
			r.note(p)
			return false
		}
	}
	if len(r.seen) == mostPairs {
		r.dropped++
		return false
	}
	r.note(p)
	if e, ok := f.edge(); ok {
		r.edges[e] = struct{}{}
	}
	return true
}

func (r *Reports) note(p pair) {
	if r.seen == nil {
		r.seen, r.edges = make(map[pair]struct{}), make(map[edge]struct{})
	}
	if len(r.seen) < mostPairs {
		r.seen[p] = struct{}{}
	}
}

// Dropped returns the number of findings that were not reported because there had been too
// many.
func (r *Reports) Dropped() int { return r.dropped }

// pair is what makes two findings one violation of the program: the kind and both lines, or
// the names of operations whose lines are unknown, and the block.
type pair struct {
	kind          hazard.Kind
	first, second call
	block         uint64 // its address, if both sites are unknown
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

func (f *Finding) pair() pair {
	p := pair{kind: f.Kind, first: f.First.call(), second: f.Second.call()}
	if f.First.Site == 0 && f.Second.Site == 0 {
		p.block = f.Block.Addr
	}
	return p
}

// edge is what is missing between two streams, for one block: as long as one does not wait for
// the other, everything that it does to the block is a violation.
type edge struct {
	space         Space
	addr          uint64
	allocated     call
	position      uint64 // of the allocation
	first, second string // streams
	known         uint64
}

// edge reports false for a violation that no wait would mend.
func (f *Finding) edge() (edge, bool) {
	switch f.Kind {
	case hazard.UnorderedUse, hazard.UnorderedFree, hazard.WriteAfterWrite, hazard.WriteAfterRead, hazard.ReadAfterWrite:
		return edge{
			f.Block.Space, f.Block.Addr, f.Allocated.call(), f.Allocated.Position,
			f.First.Stream, f.Second.Stream, f.Known,
		}, true
	}
	return edge{}, false
}
