// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// Stream is what the books ask of a stream.
type Stream interface {
	// Line is the stream's line of work.
	Line() *order.Line
	// Executed is the position of the last operation that has executed: a free at a
	// later position is pending.
	Executed() uint64
	// Failed reports that the stream will execute nothing more.
	Failed() bool
}

// Memory is the device's physical memory as one pool sees it. Offsets are bytes from
// the start of the pool.
type Memory interface {
	// Take puts memory behind [off, off+n); false if the device has no more.
	Take(off, n uint64) bool
	// Give takes the memory behind [off, off+n) back.
	Give(off, n uint64)
}

// Book is the books of one pool.
type Book struct {
	max uint64
	mem Memory
}

// New opens the books of a pool of max bytes, rounded up to the granule, none of which
// is backed.
func New(max uint64, mem Memory) *Book { return &Book{max: max, mem: mem} }

// Size answers the size of the pool in bytes, a multiple of the granule.
func (b *Book) Size() uint64 { return b.max }

// Stats is the state of a pool in bytes, all rounded to the granule.
type Stats struct {
	Used         uint64 // in live allocations
	UsedHigh     uint64 // the most since the figure was last set to zero
	Reserved     uint64 // used and cached: backed by physical memory
	ReservedHigh uint64 // as UsedHigh
	Pending      uint64 // cached, but the free has not executed
	LargestFree  uint64 // the largest fresh range
}

// Stats answers the state of the pool.
func (b *Book) Stats() Stats { return Stats{} }

// StreamClosed tells that nothing of s is left to run: what it cached belongs to nobody
// from now on.
func (b *Book) StreamClosed(s Stream) {}

// SetAttr sets an attribute.
func (b *Book) SetAttr(attr driver.PoolAttr, value uint64) driver.Code { return driver.Success }

// GetAttr reads an attribute.
func (b *Book) GetAttr(attr driver.PoolAttr) (uint64, driver.Code) { return 0, driver.Success }
