// SPDX-License-Identifier: Apache-2.0

package mempool

// Slots returns how many slots the streams of the pool have.
func (p *Pool) Slots() (n int) {
	for _, sh := range p.inner.shards.Load().byID {
		sh.stream.LockState()
		for _, t := range sh.tiers {
			n += len(t)
		}
		sh.stream.Unlock()
	}
	return n
}

// Shards returns how many streams the pool keeps books of.
func (p *Pool) Shards() int { return len(p.inner.shards.Load().byID) }

// Uses returns how many uses of a block are noted.
func Uses(b Block) int {
	home := b.slot.home.stream
	home.LockState()
	defer home.Unlock()
	return len(b.slot.uses)
}
