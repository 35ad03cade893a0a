// SPDX-License-Identifier: Apache-2.0

package releases

import (
	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// Pool is the bookkeeping of one pool.
type Pool struct {
	release Release
	history *History
	size    uint64
	mem     poolmodel.Memory // only returns memory; nothing takes it here
	attrs   poolmodel.Attributes

	free, cached bestfit.Set[*segment]
	busy         map[uint64]*segment // by offset
	wrecked      bool                // a size has wrapped: nothing can be allocated any more
}

// New returns the bookkeeping of a pool of size bytes, a multiple of the granule, which may be
// none.
func New(r Release, size uint64, mem poolmodel.Memory, h *History) *Pool {
	p := &Pool{release: r, history: h, size: size, mem: mem, busy: make(map[uint64]*segment)}
	p.attrs.Event = r.EventByDefault
	if size > 0 {
		p.insert(&segment{size: size})
	}
	return p
}

// Stats returns the state of the pool.
func (p *Pool) Stats() poolmodel.Stats {
	largest, _ := p.free.Largest()
	return p.attrs.Stats(largest.Size)
}

// Pending returns 0: releases do not know which frees are pending.
func (p *Pool) Pending() uint64 { return 0 }

// Synchronized notes that the host has waited for something. It fails silently where
// the threshold is below what is used.
func (p *Pool) Synchronized() {
	if p.release.Followed {
		p.trim(p.attrs.Threshold)
	}
}

// Executed does nothing: releases trim memory whether its free has executed or not.
func (p *Pool) Executed(poolmodel.Stream) {}

// TrimOnExhaustion is called when a plain allocation found no memory.
func (p *Pool) TrimOnExhaustion() {
	if p.release.Followed {
		p.trim(0)
	}
}

// StreamClosed notes that a stream is gone. Its segments keep its number.
func (p *Pool) StreamClosed(poolmodel.Stream) {}
