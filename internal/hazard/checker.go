// SPDX-License-Identifier: Apache-2.0

package hazard

import "github.com/ascend-go/aclpool/internal/order"

// Checker is what is known of the memory of one device, and how it was used.
type Checker struct {
	host *order.Host
}

// New returns a Checker without memory for the device of a host's clock.
func New(h *order.Host) *Checker { return &Checker{host: h} }

// Allocated notes that an operation has allocated a block. Blocks that it overlaps are
// forgotten: their memory was allocated again.
func (c *Checker) Allocated(b Block, by Operation) {}

// Freed notes that an operation frees the block at an address, after places, too. It returns
// the uses that are ordered before neither, and a second free.
func (c *Checker) Freed(at Range, by Operation, after []order.Stamp) []Finding { return nil }

// Restored takes back a Freed: the free has failed.
func (c *Checker) Restored(at Range) {}

// Access checks and notes the accesses of an operation.
func (c *Checker) Access(by Operation, all []Access) []Finding { return nil }

// Check is Access without noting anything, for an operation that may be refused.
func (c *Checker) Check(by Operation, all []Access) []Finding { return nil }

// Close gives up all references.
func (c *Checker) Close() {}
