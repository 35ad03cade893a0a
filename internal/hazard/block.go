// SPDX-License-Identifier: Apache-2.0

package hazard

import "github.com/ascend-go/aclpool/internal/order"

// block is memory that was allocated by one call. After its free it is kept, so that a later
// use is found, until its memory is allocated again or there are too many.
type block struct {
	Block
	since     order.Place // of the allocation
	recent    *segment    // that was found last in it; nil for none
	allocated *use
	freed     *use          // the first free, nil if there was none
	after     []order.Stamp // what the free is ordered after beside its own stamp; retained
	frees     int           // calls that freed it
	uses      []*use        // of unknown bytes
	unseen    uint64        // number of operations that were not seen, at the allocation

	older, newer *block // ring of live or of freed blocks
}

// end returns the address behind the bytes that are taken, at least one.
func (b *block) end() uint64 { return end(b.Addr, max(b.Rounded, b.Size, 1)) }

// knows reports whether the free is ordered after a place.
func (b *block) knows(p order.Place) bool {
	return b.lastKnown(p.Line) >= p.Pos
}

// lastKnown returns the last place of a line that the free is ordered after.
func (b *block) lastKnown(line uint64) uint64 {
	last := b.freed.Stamp.Last(line)
	for _, s := range b.after {
		last = max(last, s.Last(line))
	}
	return last
}

// blockRing is the head of a ring of blocks, oldest first.
type blockRing struct {
	head block
	len  int
}

func (r *blockRing) start() { r.head.older, r.head.newer = &r.head, &r.head }

func (r *blockRing) push(b *block) {
	b.older, b.newer = r.head.older, &r.head
	b.older.newer, b.newer.older = b, b
	r.len++
}

func (r *blockRing) remove(b *block) {
	b.older.newer, b.newer.older = b.newer, b.older
	b.older, b.newer = nil, nil
	r.len--
}

// mostFreed is how many freed blocks are kept.
const mostFreed = 10_000

// newBlock adds a block.
func (c *Checker) newBlock(b Block, by Operation) *block {
	n := c.free.blocks
	if n == nil {
		n = new(block)
	} else {
		c.free.blocks = n.newer
	}
	*n = block{Block: b, since: by.Stamp.Place, allocated: c.keep(by, 0, 0), after: n.after[:0], uses: n.uses[:0], unseen: c.unseen}
	c.live.push(n)
	c.spaces[b.Space].blocks.insert(b.Addr, n)
	c.kept++
	return n
}

// remove forgets a block and how its memory was used.
func (c *Checker) remove(b *block) {
	s := &c.spaces[b.Space]
	c.clear(s, b.Addr, b.end())
	s.blocks.remove(b.Addr)
	c.ring(b).remove(b)
	b.uses = c.releaseAll(b.uses)
	c.release(b.allocated)
	c.unfree(b)
	*b = block{newer: c.free.blocks, after: b.after, uses: b.uses}
	c.free.blocks = b
	c.kept--
}

// ring returns the ring that a block is in.
func (c *Checker) ring(b *block) *blockRing {
	if b.freed != nil {
		return &c.freed
	}
	return &c.live
}

// unfree gives up what is known of a block's free.
func (c *Checker) unfree(b *block) {
	c.release(b.freed)
	for _, s := range b.after {
		s.Release()
	}
	clear(b.after)
	b.freed, b.after, b.frees = nil, b.after[:0], 0
}

func (c *Checker) releaseAll(all []*use) []*use {
	for _, u := range all {
		c.release(u)
	}
	clear(all)
	return all[:0]
}
