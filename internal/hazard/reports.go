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
	dropped int
}

// New reports whether a violation is to be reported: it is the first one of its kind by these
// two lines of the program, and there have not been too many. The violation counts as reported
// then.
func (r *Reports) New(f *Finding) bool {
	p := f.pair()
	if _, seen := r.seen[p]; seen {
		return false
	}
	if len(r.seen) == mostPairs {
		r.dropped++
		return false
	}
	if r.seen == nil {
		r.seen = make(map[pair]struct{})
	}
	r.seen[p] = struct{}{}
	return true
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
