// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"sync"
	"sync/atomic"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
)

// slot is the place of one block in the books. Slots are used again and again; the
// generation tells the blocks of one slot apart. Only the end of a block changes it,
// since that is what two streams can try at once: an allocation is spared the atomic
// operation, which costs as much as everything else that is done here.
//
// A slot is as large as a line of the processor's cache: with many blocks, fetching it
// is most of what a free waits for here.
type slot struct {
	pool *pool
	gen  atomic.Uint64

	// Of the live block; written under the lock of the stream that allocates.
	ptr  acl.DevicePtr
	size uint64       // 0 while there is none; also written under the lock of the stream that frees
	home *core.Stream // that it was allocated on

	uses uses
}

// slotList is idle slots.
type slotList []*slot

func (l *slotList) push(s *slot) { *l = append(*l, s) }

func (l *slotList) pop() *slot {
	last := len(*l) - 1
	s := (*l)[last]
	*l = (*l)[:last]
	return s
}

// batch is how many slots move at once between a stream and the depot: one stream can
// free what another allocates, and without the depot the slots would pile up on one side
// and be made anew on the other.
const batch = 64

// depot has the slots that no stream keeps for itself.
type depot struct {
	pool *pool

	mu    sync.Mutex
	idle  slotList
	tiers []*[batch]slot // all slots of the pool
}

// take fills an empty list, from the depot or with new slots.
func (d *depot) take(l *slotList) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.idle) == 0 {
		t := new([batch]slot)
		d.tiers = append(d.tiers, t)
		for i := range t {
			t[i].pool = d.pool
			l.push(&t[batch-1-i]) // so that the first goes out first
		}
		return
	}
	for range min(batch, len(d.idle)) {
		l.push(d.idle.pop())
	}
}

// put moves n slots of a list to the depot.
func (d *depot) put(l *slotList, n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for range n {
		d.idle.push(l.pop())
	}
}

// slot takes an idle slot.
func (sh *shard) slot(d *depot) *slot {
	if len(sh.idle) == 0 {
		d.take(&sh.idle)
	}
	return sh.idle.pop()
}

// giveBack keeps a slot for the next block of this stream. Between one batch and two is
// kept, so that a stream that allocates and frees in bursts seldom meets the depot.
func (sh *shard) giveBack(s *slot, d *depot) {
	sh.idle.push(s)
	if len(sh.idle) > 2*batch {
		d.put(&sh.idle, batch)
	}
}
