// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/bytesize"
)

// Block identifies one allocation. It is a value: copies identify the same allocation. The zero
// Block identifies none, and only IsZero, Addr, Size, Rounded and String may be called on it.
type Block struct {
	slot *slot
	gen  uint64
	addr driver.Addr
	size uint64
}

// IsZero reports whether the block is the zero Block.
func (b Block) IsZero() bool { return b.slot == nil }

// Addr returns the address of the first byte.
func (b Block) Addr() driver.Addr { return b.addr }

// Size returns the requested bytes.
func (b Block) Size() uint64 { return b.size }

// Rounded returns how many bytes of the pool the block takes.
func (b Block) Rounded() uint64 {
	if b.IsZero() {
		return 0
	}
	return b.Table().rounded(b.size)
}

// String returns the size, the address and the pool of the block as text.
func (b Block) String() string {
	if b.IsZero() {
		return "no block"
	}
	return fmt.Sprintf("block of %s at %#x of %q", bytesize.Count(b.size), uint64(b.addr), b.Table().Name())
}

// Device returns the device of the memory.
func (b Block) Device() *core.Device { return b.Table().Device }

// Live reports whether the block has not been freed.
func (b Block) Live() bool { return b.checkLive() == nil }

// checkLive returns an error if the block has been freed.
func (b Block) checkLive() error {
	home := b.slot.home.stream
	home.LockState()
	defer home.Unlock()
	if !b.current() {
		return b.freedError()
	}
	return nil
}

// current reports whether the block is live. The stream of its home is locked.
func (b Block) current() bool { return b.slot.gen == b.gen }

// Table returns the table that the block is in.
func (b Block) Table() *Table { return b.slot.home.table }

// block returns the block that is live in the slot. The stream of the home is locked.
func (s *slot) block() Block {
	return Block{s, s.gen, driver.Addr(s.chunk.Addr), s.chunk.Size}
}

// rounded returns how many bytes of the pool an allocation takes.
func (t *Table) rounded(size uint64) uint64 {
	n, _ := driver.RoundUp(size, t.Engine.Granule()) // cannot fail: the engine has tried the size
	return n
}

// Has reports whether a block belongs to the pool.
func (t *Table) Has(b Block) bool { return b.slot != nil && b.slot.home.table == t }

// CheckOwned returns an error for a block that does not belong to the pool. The error names the
// pool of the call: the text of the block names its own.
func (t *Table) CheckOwned(b Block) error {
	switch {
	case t.Has(b):
		return nil
	case b.IsZero():
		return fmt.Errorf("pool %q was given the zero Block, which is no memory: %w", t.Name(), errclass.Invalid)
	}
	return fmt.Errorf("pool %q was given a block that is not its own: %w", t.Name(), errclass.Invalid)
}
