// SPDX-License-Identifier: Apache-2.0

package blocks

// Slots returns how many slots the streams of the pool have.
func (t *Table) Slots() (n int) {
	for _, sh := range t.shards.Load().byID {
		sh.stream.LockState()
		for _, tier := range sh.tiers {
			n += len(tier)
		}
		sh.stream.Unlock()
	}
	return n
}

// Shards returns how many streams the table has a shard for.
func (t *Table) Shards() int { return len(t.shards.Load().byID) }

// Uses returns how many uses of a block are recorded.
func Uses(b Block) int {
	home := b.slot.home.stream
	home.LockState()
	defer home.Unlock()
	return len(b.slot.uses)
}
