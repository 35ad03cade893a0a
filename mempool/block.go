// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Block identifies one allocation of a pool. It is a value: copies identify the same
// allocation. Blocks of different allocations are never equal, even if one has the address of
// the other after it was freed. The zero Block identifies no allocation.
type Block struct {
	slot *slot
	gen  uint64
	ptr  acl.DevicePtr
	size uint64
}

// IsZero reports whether the block is the zero Block.
func (b Block) IsZero() bool { return b.slot == nil }

// Ptr returns the address of the first byte, or 0 for the zero Block. Its offset in the pool
// is a multiple of 2 MiB.
func (b Block) Ptr() acl.DevicePtr { return b.ptr }

// Size returns the requested size in bytes.
func (b Block) Size() uint64 { return b.size }

// Rounded returns how many bytes of the pool the block takes: its size rounded up to a
// multiple of 2 MiB.
func (b Block) Rounded() uint64 {
	if b.IsZero() {
		return 0
	}
	n, _ := driver.RoundUp(b.size, b.pool().granule) // cannot fail: the size was allocated
	return n
}

// View returns the memory of the block, [Block.Size] bytes, for copies and kernels. It does
// not check whether the block is live.
func (b Block) View() acl.View {
	if b.IsZero() {
		return acl.View{}
	}
	return viewOf(b.pool().dev, b.ptr, b.size)
}

// String returns the size, the address and the pool of the block as text.
func (b Block) String() string {
	if b.IsZero() {
		return "no block"
	}
	return fmt.Sprintf("block of %s at %#x of %q", byteCount(b.size), uint64(b.ptr), b.pool().name())
}

// byteCount returns a number of bytes as text.
func byteCount(n uint64) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// pool returns the pool of the block, which must not be the zero Block.
func (b Block) pool() *pool { return b.slot.home.pool }

// current reports whether the block is live. The stream of its home is locked.
func (b Block) current() bool { return b.slot.gen == b.gen }

// live is current for callers that do not hold the lock.
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
