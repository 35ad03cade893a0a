// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"iter"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/pool/blocks"
)

// Block identifies one allocation of a pool. It is a value: copies identify the same
// allocation. Blocks of different allocations are never equal, even if one has the address of
// the other after it was freed. The zero Block identifies no allocation.
type Block struct{ inner blocks.Block }

// IsZero reports whether the block is the zero Block.
func (b Block) IsZero() bool { return b.inner.IsZero() }

// Ptr returns the address of the first byte, or 0 for the zero Block. Its offset in the pool
// is a multiple of 2 MiB.
func (b Block) Ptr() acl.DevicePtr { return b.View().Ptr() }

// Size returns the requested size in bytes.
func (b Block) Size() uint64 { return b.inner.Size() }

// Rounded returns how many bytes of the pool the block takes: its size rounded up to a
// multiple of 2 MiB.
func (b Block) Rounded() uint64 { return b.inner.Rounded() }

// View returns the memory of the block, [Block.Size] bytes, for copies and kernels. It does
// not check whether the block is live.
func (b Block) View() acl.View { return b.view(0, b.Size()) }

// view returns size bytes of the block from an offset, or the zero View for the zero Block.
func (b Block) view(off, size uint64) acl.View {
	if b.IsZero() {
		return acl.View{}
	}
	return acl.View(opaque.NewView(b.inner.Device(), b.inner.Addr()+driver.Addr(off), size))
}

// String returns the size, the address and the pool of the block as text.
func (b Block) String() string { return b.inner.String() }

// Blocks yields the live blocks, sorted by address. They are the live blocks at the start of
// the iteration. No lock is held while yielding, so blocks may be freed meanwhile, also by
// the loop itself. After Close it yields none.
func (p *Pool) Blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for _, b := range p.inner.blocks.Live() {
			if !yield(Block{b}) {
				return
			}
		}
	}
}
