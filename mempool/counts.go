// SPDX-License-Identifier: Apache-2.0

package mempool

// counts is what was counted on one stream. A block may be freed on another stream than
// it was allocated on, so only sums over all streams mean something; wrapping around is
// part of it.
type counts struct {
	mallocs, frees, lost uint64 // calls that succeeded; blocks
	lostFreed            uint64 // of lost: blocks that count as freed, too
	requested            uint64 // bytes asked for in live blocks
	lostBytes            uint64 // rounded
}

func (c *counts) allocated(size uint64) {
	c.mallocs++
	c.requested += size
}

func (c *counts) freed(size uint64) {
	c.frees++
	c.requested -= size
}

func (c *counts) lose(size, rounded uint64) {
	c.lost++
	c.requested -= size
	c.lostBytes += rounded
}

// loseFreed counts a block as lost that the program has freed long since.
func (c *counts) loseFreed(rounded uint64) {
	c.lost++
	c.lostFreed++
	c.lostBytes += rounded
}

func (c *counts) add(o counts) {
	c.mallocs += o.mallocs
	c.frees += o.frees
	c.lost += o.lost
	c.lostFreed += o.lostFreed
	c.requested += o.requested
	c.lostBytes += o.lostBytes
}

// live answers the number of live blocks.
func (c *counts) live() uint64 { return c.mallocs - c.frees - c.lost + c.lostFreed }
