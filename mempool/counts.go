// SPDX-License-Identifier: Apache-2.0

package mempool

// counts is what was counted on one stream. A block may be freed on another stream than
// it was allocated on, so only sums over all streams mean something; wrapping around is
// part of it.
type counts struct {
	mallocs, frees uint64 // calls that succeeded
	lost           uint64 // blocks whose free failed at the call
	requested      uint64 // bytes asked for in live blocks
}

func (c *counts) allocated(size uint64) {
	c.mallocs++
	c.requested += size
}

func (c *counts) freed(size uint64) {
	c.frees++
	c.requested -= size
}

func (c *counts) lose(size uint64) {
	c.lost++
	c.requested -= size
}

func (c *counts) add(o counts) {
	c.mallocs += o.mallocs
	c.frees += o.frees
	c.lost += o.lost
	c.requested += o.requested
}

// live returns the number of live blocks.
func (c *counts) live() uint64 { return c.mallocs - c.frees - c.lost }
