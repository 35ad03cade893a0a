// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"errors"
	"os"

	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/driver"
)

// heap is where plain allocations are: as many addresses as the device has memory, each
// block at the best fit. Blocks come and go at the call.
type heap struct {
	*region
	blocks extentAllocations     // the region's
	gaps   bestfit.Set[struct{}] // between the blocks
	ends   extents               // of the gaps
	taken  uint64                // bytes
}

// page is the unit in which the host takes memory back.
var page = uint64(os.Getpagesize())

// allocateBlock puts a block of size bytes on the heap.
func (d *device) allocateBlock(size uint64) (driver.Addr, error) {
	h := d.memory.heap
	if h == nil {
		room := roundUp(d.memory.total, max(page, addressUnit))
		h = new(heap)
		r, err := newRegion(d, d.start()+heapStart, room, &h.blocks, "plain device memory")
		if err != nil {
			return 0, err
		}
		h.region = r
		h.insertGap(0, room)
		d.memory.heap = h
	}
	room := roundUp(size, addressUnit)
	gap, ok := h.gaps.Best(room)
	if !ok {
		return 0, errors.New("the memory that is left is in pieces that are too small")
	}
	if err := h.commit(gap.Addr, room); err != nil {
		return 0, err
	}
	h.removeGap(gap.Addr, gap.Addr+gap.Size)
	h.insertGap(gap.Addr+room, gap.Addr+gap.Size)
	h.lastID++
	e := extent{gap.Addr, size, h.lastID}
	h.blocks.allocateAtOnce(e)
	h.patternIn(e)
	h.taken += size
	d.memory.taken += size
	return h.base + driver.Addr(gap.Addr), nil
}

// freeBlock takes the block that starts at a off the heap, false if there is none. by is
// the stream that frees it, nil for none.
func (d *device) freeBlock(a driver.Addr, by *streamLabel) bool {
	h := d.memory.heap
	if h == nil || !h.contains(a) {
		return false
	}
	e, ok := h.blocks.at(h.offset(a))
	if !ok {
		return false
	}
	h.blocks.freeAtOnce(e)
	h.freed.add(e, by)
	h.taken -= e.size
	d.memory.taken -= e.size

	// The gap around the block includes those on either side.
	from, to := e.off, h.size
	end := e.off + roundUp(e.size, addressUnit)
	if before, ok := h.ends.endingAt(e.off); ok {
		from = before.off
	}
	if after, ok := h.blocks.live.after(e.off); ok {
		to = after.off
	}
	h.removeGap(from, e.off)
	h.removeGap(end, to)
	h.insertGap(from, to)
	h.releasePages(e.off, end, from, to)
	return true
}

// releasePages gives the pages of [off, end) back that no other block shares: those
// that lie in the gap [from, to).
func (h *heap) releasePages(off, end, from, to uint64) {
	lo, hi := off&^(page-1), roundUp(end, page)
	if lo < from {
		lo += page
	}
	if hi > to {
		hi -= page
	}
	if lo < hi {
		h.release(lo, hi-lo)
	}
}

func (h *heap) insertGap(from, to uint64) {
	if from < to {
		h.gaps.Insert(bestfit.Block[struct{}]{Size: to - from, Addr: from})
		h.ends.replace(extent{off: from, size: to - from})
	}
}

func (h *heap) removeGap(from, to uint64) {
	if from < to {
		h.gaps.Remove(bestfit.Block[struct{}]{Size: to - from, Addr: from})
		h.ends.remove(extent{off: from, size: to - from})
	}
}

// closeHeap takes all plain allocations away.
func (d *device) closeHeap() {
	h := d.memory.heap
	if h == nil {
		return
	}
	d.memory.taken -= h.taken
	h.close()
	d.memory.heap = nil
}
