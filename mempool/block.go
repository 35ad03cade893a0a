// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Block is one allocation of a pool. It is a value: copies name the same allocation, and
// two allocations are never equal, also when they have the same address one after the
// other. The zero Block names no allocation.
type Block struct {
	slot *slot
	gen  uint64
	ptr  acl.DevicePtr
	size uint64
}

// IsZero reports whether the block is the zero Block.
func (b Block) IsZero() bool { return b.slot == nil }

// Ptr returns the address of the first byte, a multiple of 2 MiB from the start of the
// pool; 0 for the zero Block.
func (b Block) Ptr() acl.DevicePtr { return b.ptr }

// Size returns the bytes that were asked for.
func (b Block) Size() uint64 { return b.size }

// Rounded returns the bytes that the block takes from the pool, a multiple of 2 MiB.
func (b Block) Rounded() uint64 {
	if b.IsZero() {
		return 0
	}
	n, _ := driver.RoundUp(b.size, b.pool().granule) // it was allocated with that size
	return n
}

// View returns the bytes that were asked for, for copies and kernels. It does not check
// whether the block is live.
func (b Block) View() acl.View {
	if b.IsZero() {
		return acl.View{}
	}
	return viewOf(b.pool().dev, b.ptr, b.size)
}

// String returns the size and the address.
func (b Block) String() string {
	if b.IsZero() {
		return "no block"
	}
	return fmt.Sprintf("block of %d bytes at %#x of %q", b.size, uint64(b.ptr), b.pool().name())
}

// pool returns the pool of a block that is not zero.
func (b Block) pool() *pool { return b.slot.home.pool }

// current reports whether the block has not been freed. The stream of its home is locked.
func (b Block) current() bool { return b.slot.gen == b.gen }

// live is current for callers without the lock.
func (b Block) live() bool {
	home := b.slot.home.stream
	home.LockState()
	defer home.Unlock()
	return b.current()
}

// block returns the block that is live in the slot. The stream of the home is locked.
func (s *slot) block() Block {
	return Block{s, s.gen, acl.DevicePtr(s.chunk.Addr), s.chunk.Size}
}
