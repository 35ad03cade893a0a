// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"errors"
	"math"

	"github.com/ascend-go/aclpool/internal/poolprobe"
)

// Slots answers how many slots the pool has made.
func (p *Pool) Slots() int {
	p.depot.mu.Lock()
	defer p.depot.mu.Unlock()
	return len(p.depot.tiers) * batch
}

// Shards answers how many streams the pool keeps books of.
func (p *Pool) Shards() int { return len(p.shards.Load().byID) }

// Uses answers how many streams are noted as users of a block.
func Uses(b Block) int {
	b.slot.uses.mu.Lock()
	defer b.slot.uses.mu.Unlock()
	return len(b.slot.uses.streams())
}

// Unguard has the pool trust ACL in everything, as if the probe had shown all of it.
func (p *Pool) Unguard() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unfollow()
	p.guards = guards{}
	n := p.engine.(*native)
	n.unshown, n.can = believe, new(poolprobe.Findings)
	for a := range n.can {
		n.can[a].Shown = true
	}
	for _, sh := range p.shards.Load().byID {
		sh.room = math.MaxUint64
	}
	keep, err := p.release.threshold(p.maxSize)
	return errors.Join(err, n.setRelease(keep), n.setReuse(p.reuse, p.reuse))
}

// DropKeeper has the pool keep nothing in use.
func (p *Pool) DropKeeper() error {
	n := p.engine.(*native)
	return errors.Join(n.letGo(), n.trimTo(0))
}
