// SPDX-License-Identifier: Apache-2.0

package mempool

// Slots answers how many slots the pool has made.
func (p *Pool) Slots() int {
	p.depot.mu.Lock()
	defer p.depot.mu.Unlock()
	return len(p.depot.tiers) * batch
}

// Shards answers how many streams the pool keeps books of.
func (p *Pool) Shards() int { return len(p.shards.Load().byID) }
