// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"
	"runtime"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Block is one allocation of a pool. It is a value: copies name the same allocation, and
// two allocations are never equal, also when they have the same address one after the
// other. The zero Block is none.
type Block struct {
	slot *slot
	gen  uint64
	ptr  acl.DevicePtr
	size uint64
}

// IsZero reports whether the block is none.
func (b Block) IsZero() bool { return b.slot == nil }

// Ptr answers the address of the first byte, a multiple of 2 MiB from the start of the
// pool; 0 for the zero Block.
func (b Block) Ptr() acl.DevicePtr { return b.ptr }

// Size answers the bytes that were asked for.
func (b Block) Size() uint64 { return b.size }

// Rounded answers the bytes that the block takes from the pool, a multiple of 2 MiB.
func (b Block) Rounded() uint64 {
	n, _ := roundUp(b.size) // it was allocated with that size
	return n
}

// View answers the bytes that were asked for, for copies and kernels. It does not look at
// whether the block lives.
func (b Block) View() acl.View {
	if b.IsZero() {
		return acl.View{}
	}
	return acl.View(opaque.NewView(b.slot.pool.dev, driver.Addr(b.ptr), b.size))
}

// String tells the size and the address.
func (b Block) String() string {
	if b.IsZero() {
		return "no block"
	}
	return fmt.Sprintf("block of %d bytes at %#x of %q", b.size, uint64(b.ptr), b.slot.pool.node.Name())
}

// live reports whether the block has not been freed.
func (b Block) live() bool {
	for {
		switch b.slot.gen.Load() {
		case b.gen:
			return true
		case b.gen + claimed:
			runtime.Gosched()
		default:
			return false
		}
	}
}

// begin makes a slot the place of a new block.
func (s *slot) begin(ptr acl.DevicePtr, size uint64, home *core.Stream) Block {
	s.ptr, s.size, s.home = ptr, size, home
	return Block{s, s.gen.Load(), ptr, size}
}

// A generation that is claimed is between two: one of many blocks that end together, or
// not at all. That takes moments.
const (
	claimed = 1
	ended   = 2
)

// end takes the life of the block; false if somebody has done so before, on whichever
// stream.
func (b Block) end() bool {
	for !b.slot.gen.CompareAndSwap(b.gen, b.gen+ended) {
		if !b.live() {
			return false
		}
	}
	b.slot.size = 0
	return true
}

// revive takes end back, while nobody else has the slot.
func (b Block) revive() {
	b.slot.size = b.size
	b.slot.gen.Store(b.gen)
}

// claim is half of end. Where it fails, the block may be claimed by another.
func (b Block) claim() (ok, contested bool) {
	for !b.slot.gen.CompareAndSwap(b.gen, b.gen+claimed) {
		switch b.slot.gen.Load() {
		case b.gen:
		case b.gen + claimed:
			return false, true
		default:
			return false, false
		}
	}
	return true, false
}

// unclaim takes claim back.
func (b Block) unclaim() { b.slot.gen.Store(b.gen) }

// endClaimed is the other half of end.
func (b Block) endClaimed() {
	b.slot.size = 0
	b.slot.gen.Store(b.gen + ended)
}

// block answers the block that lives in the slot, if one does. The pool is frozen.
func (s *slot) block() (Block, bool) {
	return Block{s, s.gen.Load(), s.ptr, s.size}, s.size > 0
}
