// SPDX-License-Identifier: Apache-2.0

package poolbook

import "github.com/ascend-go/aclpool/internal/driver"

// counts is what the pool counts as it goes, in bytes.
type counts struct {
	used, usedHigh, reserved, reservedHigh uint64
}

// allocated counts an allocation and moves both peaks.
func (c *counts) allocated(size uint64) {
	c.used += size
	c.usedHigh = max(c.usedHigh, c.used)
	c.reservedHigh = max(c.reservedHigh, c.reserved)
}

// Stats is the state of a pool in bytes; sizes count rounded.
type Stats struct {
	Used         uint64 // in live allocations
	UsedHigh     uint64 // the most of it since it was last set to 0
	Reserved     uint64 // used and cached: what is backed by physical memory
	ReservedHigh uint64 // the most of it since it was last set to 0
	Pending      uint64 // cached, but the free has not executed
	LargestFree  uint64 // the largest fresh range
}

// Stats answers the state of the pool. It asks each owner, and looks once at each free
// that has executed since the last time.
func (b *Book) Stats() Stats {
	largest, _ := b.fresh.Largest()
	return Stats{
		Used:         b.counts.used,
		UsedHigh:     b.counts.usedHigh,
		Reserved:     b.counts.reserved,
		ReservedHigh: b.counts.reservedHigh,
		Pending:      b.pending(),
		LargestFree:  largest.Size * driver.Granule,
	}
}

// pending sums the cached bytes whose free has not executed.
func (b *Book) pending() (n uint64) {
	for _, o := range b.owners.all {
		n += o.stillPending()
	}
	return n
}
