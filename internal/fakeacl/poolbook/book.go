// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// Stream is what the books ask of a stream. The value is the stream's identity: equal
// for one stream at every call, different for two.
type Stream interface {
	// Line is the stream's line of work, one for its whole life.
	Line() *order.Line
	// Executed is the position of the last operation that has executed: a free at a
	// later position is pending. It never goes back.
	Executed() uint64
	// Failed reports that the stream will execute nothing more. That stays so.
	Failed() bool
}

// Memory is the device's physical memory as one pool sees it. Offsets are bytes from
// the start of the pool; all figures are multiples of the granule.
type Memory interface {
	// Take puts memory behind [off, off+n); false if the device has no more.
	Take(off, n uint64) bool
	// Give hands the memory behind [off, off+n) back to the device.
	Give(off, n uint64)
}

// Book is the books of one pool.
type Book struct {
	size   uint64
	mem    Memory
	attrs  attrs
	counts counts

	row    row
	spans  spans
	fresh  bestfit.Set[*span]
	cached bestfit.Space[*span] // for each owner
	owners owners
	offers offers

	trimmable trimHeap // in use during a trim only
}

// New opens the books of a pool of size bytes, rounded up to the granule and all of it
// fresh.
func New(size uint64, mem Memory) *Book {
	rounded, ok := roundUp(size)
	if !ok {
		rounded = size - size%driver.Granule
	}
	b := &Book{size: rounded, mem: mem, row: row{size: rounded}}
	if rounded > 0 {
		all := b.spans.take()
		all.size = rounded
		b.file(all)
	}
	return b
}

// Size answers the size of the pool in bytes, a multiple of the granule.
func (b *Book) Size() uint64 { return b.size }

// roundUp rounds bytes up to the granule; false where that exceeds 64 bits.
func roundUp(n uint64) (uint64, bool) {
	r := (n + driver.Granule - 1) &^ (driver.Granule - 1)
	return r, r >= n
}
