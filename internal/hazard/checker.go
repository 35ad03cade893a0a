// SPDX-License-Identifier: Apache-2.0

package hazard

import (
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/order"
)

// Checker is what is known of the memory of one device, and how it was used.
type Checker struct {
	host    *order.Host
	spaces  [2]space
	live    blockRing
	freed   blockRing
	targets []target // of the last operation
	unseen  uint64   // see UnseenWork
	records records

	// Objects for reuse, as lists.
	free struct {
		uses     *use
		segments *segment
		blocks   *block
	}

	kept    int    // uses, segments and blocks
	sweepAt int    // the number of them at which what the host knows is forgotten
	swept   uint64 // version of the host at the last sweep
}

// New returns a Checker without memory for the device of a host's clock.
func New(h *order.Host) *Checker {
	c := &Checker{host: h, sweepAt: fewKept}
	for i := range c.spaces {
		c.spaces[i].start()
	}
	c.live.start()
	c.freed.start()
	return c
}

// Allocated notes that an operation has allocated a block. Blocks that it overlaps are
// forgotten: their memory was allocated again. Bytes of the device are unwritten. Pinned
// memory of the host is written by the program, which is not seen.
func (c *Checker) Allocated(b Block, by Operation) {
	s := &c.spaces[b.Space]
	c.forgetRange(s, b.Addr, end(b.Addr, max(b.Rounded, b.Size, 1)))
	c.newBlock(b, by)
	if b.Space == Device && b.Size > 0 {
		c.insert(s, s.from(b.Addr), b.Addr, end(b.Addr, b.Size)).unwritten = true
	}
	c.sweep()
}

// Gone notes that the memory of a range is gone: blocks with bytes of it are forgotten, and its uses.
func (c *Checker) Gone(r Range) {
	if r.Size > 0 {
		c.forgetRange(&c.spaces[r.Space], r.Addr, end(r.Addr, r.Size))
	}
}

func (c *Checker) forgetRange(s *space, from, to uint64) {
	for {
		old, ok := s.blocks.upTo(to - 1)
		if !ok || old.end() <= from {
			break
		}
		c.remove(old)
	}
	c.clear(s, from, to)
}

// Freed notes that an operation frees the block at an address, after places, too. It returns
// the uses that are ordered before neither, an allocation that is not, and a second free.
func (c *Checker) Freed(at Range, by Operation, after []order.Stamp) []Finding {
	b := c.spaces[at.Space].block(at.Addr)
	if b == nil || b.Addr != at.Addr {
		return nil
	}
	if b.frees++; b.frees > 1 {
		return []Finding{findingIn(b, hazard.DoubleFree, b.freed, pastOf(by, 0, 0))}
	}
	c.live.remove(b)
	b.freed = c.keep(by, 0, 0)
	for _, s := range after {
		b.after = append(b.after, s.Retain())
	}
	c.freed.push(b)
	found := c.usesAtFree(b)
	if c.freed.len > mostFreed {
		c.remove(c.freed.head.newer)
	}
	c.sweep()
	return found
}

// Restored takes back a Freed: the free has failed.
func (c *Checker) Restored(at Range) {
	b := c.spaces[at.Space].block(at.Addr)
	if b == nil || b.Addr != at.Addr || b.frees == 0 {
		return
	}
	if b.frees--; b.frees == 0 {
		c.freed.remove(b)
		c.unfree(b)
		c.live.push(b)
	}
}

// Exposed notes that code whose operations are not seen, such as a library that got the address,
// may write the block that an address is in.
func (c *Checker) Exposed(at Range) {
	if b := c.spaces[at.Space].block(at.Addr); b != nil {
		c.spread(&c.spaces[at.Space], b.Addr, b.end(), b.recent, nil, true)
	}
}

// UnseenWork notes an operation whose use of memory is not seen: it may write any memory that
// is allocated by now.
func (c *Checker) UnseenWork() { c.unseen++ }

// Access checks and notes the accesses of an operation. It returns each violation that the
// operation causes, also if another one by the same lines was returned before, see [Reports].
func (c *Checker) Access(by Operation, all []Access) []Finding {
	found := c.Check(by, all)
	for i := range c.targets {
		c.note(&by, &c.targets[i])
	}
	c.sweep()
	return found
}

// Check is Access without noting anything, for an operation that may be refused.
func (c *Checker) Check(by Operation, all []Access) []Finding {
	var found findings
	c.targets = c.targets[:0]
	for _, a := range all {
		c.targets = append(c.targets, c.target(by.Stamp, a))
	}
	for i := range c.targets {
		c.check(&found, &by, &c.targets[i], all)
	}
	return found
}

// Changed returns the violation of an operation that reads bytes which have changed meanwhile.
func (c *Checker) Changed(by Operation, a Access) Finding {
	b := c.spaces[a.Space].block(a.Addr)
	f := findingIn(b, hazard.Changed, nil, pastOf(by, a.Argument, a.Mode))
	if b == nil {
		f.Block.Range = a.Range
	}
	return f.at(a.Addr, a.Size)
}

// Close gives up all references. The Checker is empty afterwards.
func (c *Checker) Close() {
	for _, r := range []*blockRing{&c.live, &c.freed} {
		for r.len > 0 {
			c.remove(r.head.newer)
		}
	}
	c.targets = nil
	for i := range c.spaces {
		s := &c.spaces[i]
		for s.head.after != &s.head {
			c.drop(s, s.head.after)
		}
	}
}
