// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"cmp"
	"iter"
	"slices"
)

// Blocks yields the blocks that have not been freed, by address. They are those at the
// start of the walk: no lock is held while yielding, so a block may be freed meanwhile,
// by the loop itself for one. After Close there are none.
func (p *Pool) Blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for _, b := range p.inner.snapshot() {
			if !yield(b) {
				return
			}
		}
	}
}

func (p *pool) snapshot() []Block {
	if p.freeze() != nil {
		return nil
	}
	live := slices.Collect(p.blocks())
	p.thaw()
	slices.SortFunc(live, func(a, b Block) int { return cmp.Compare(a.ptr, b.ptr) })
	return live
}

// blocks yields the live blocks. The pool is frozen.
func (p *pool) blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for _, sh := range p.shards.Load().byID {
			for _, tier := range sh.tiers {
				for i := range tier {
					if tier[i].chunk.Size > 0 && !yield(tier[i].block()) {
						return
					}
				}
			}
		}
	}
}
