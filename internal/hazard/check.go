// SPDX-License-Identifier: Apache-2.0

package hazard

import (
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/order"
)

// target is an access and the memory that it is to.
type target struct {
	Access

	*space
	block    *block   // nil for memory that nobody has allocated
	from, to uint64   // bytes whose use is checked and noted; they are in the block, if any
	dead     bool     // the block has been freed
	first    *segment // of the bytes, or behind them
}

// target finds the memory of an access by an operation. A late access may be to what was at
// the address before the block was allocated: then it is to nothing.
func (c *Checker) target(by order.Stamp, a Access) target {
	s := &c.spaces[a.Space]
	t := target{Access: a, space: s, block: s.block(a.Addr), from: a.Addr, to: a.Addr}
	b := t.block
	switch {
	case b == nil:
		t.to = end(a.Addr, a.Size)
	case !by.Knows(b.since) && b.allocated.precedes(by):
		t.block = nil
	case b.frees > 0 && (by.Pos == 0 || !b.knows(by.Place)):
		t.dead = true
	default:
		t.to = max(t.from, min(end(a.Addr, a.Size), end(b.Addr, b.Size)))
	}
	if a.Mode == hazard.None {
		t.to = t.from
	}
	if t.from < t.to {
		t.find()
	}
	return t
}

// find finds the first segment, which often is the same as the last time.
func (t *target) find() {
	if t.block == nil {
		t.first = t.space.from(t.from)
		return
	}
	t.first = t.space.near(t.block.recent, t.from)
	t.block.recent = t.first
}

// check adds what is wrong with an access of an operation that has all of these.
func (c *Checker) check(found *findings, by *Operation, t *target, all []Access) {
	if t.dead && by.Call != 0 && by.Call < t.block.freed.Call {
		found.add(t.freedLater(by))
		return
	}
	if t.dead {
		found.add(t.finding(hazard.UseAfterFree, t.block.freed, by).at(t.Addr, t.Size))
		return
	}
	for g := range t.within(t.from, t.to, t.first) {
		for _, k := range g.uses {
			if conflicts(k.mode, t.Mode) && k.unordered(by.Stamp) {
				f := c.knowing(t.finding(conflict(k.mode, t.Mode), k, by), k.Stamp.Line, by.Stamp.Last(k.Stamp.Line))
				from, to := max(g.from, t.from), min(g.to, t.to)
				found.add(f.at(from, to-from))
			}
		}
	}
	if t.block != nil {
		c.checkBlock(found, by, t)
	}
	if t.block != nil && t.Mode == hazard.Read && !writesInto(all, t) {
		c.checkWritten(found, by, t)
	}
}

// finding returns a violation by an operation.
func (t *target) finding(kind hazard.Kind, first *use, by *Operation) Finding {
	f := findingIn(t.block, kind, first, pastOf(*by, t.Argument, t.Mode))
	if t.block == nil {
		f.Block.Range = t.Range
	}
	return f
}

// freedLater returns the violation of a free that was called after an operation whose use is only
// seen now, and is not ordered after it.
func (t *target) freedLater(by *Operation) Finding {
	b := t.block
	f := findingIn(b, hazard.UnorderedFree, nil, b.freed.past())
	f.First, f.Freed = pastOf(*by, t.Argument, t.Mode), Past{}
	f.Known = b.lastKnown(by.Stamp.Line)
	return f.at(t.Addr, t.Size)
}

// conflict returns the kind of a conflict.
func conflict(first, second hazard.Access) hazard.Kind {
	switch {
	case !writes(second):
		return hazard.ReadAfterWrite
	case !writes(first):
		return hazard.WriteAfterRead
	}
	return hazard.WriteAfterWrite
}

// checkBlock checks that the allocation is ordered before an access, and that the access ends
// in the block.
func (c *Checker) checkBlock(found *findings, by *Operation, t *target) {
	allocated := t.block.allocated
	if !by.Stamp.Knows(t.block.since) && allocated.unordered(by.Stamp) {
		line := allocated.Stamp.Line
		f := c.knowing(t.finding(hazard.UnorderedUse, allocated, by), line, by.Stamp.Last(line))
		found.add(f.at(t.from, t.to-t.from))
	}
	if last := end(t.Addr, t.Size); t.Mode != hazard.None && t.Size > 0 && last > t.to {
		found.add(t.finding(hazard.OutOfBounds, allocated, by).at(t.to, last-t.to))
	}
}

// writesInto reports whether an operation may write into the memory that it reads, before it
// reads it.
func writesInto(all []Access, t *target) bool {
	for i := range all {
		w := &all[i]
		into := w.Addr < t.to && end(w.Addr, w.Size) > t.from
		if w.Space == t.block.Space && (writes(w.Mode) && into || w.Mode == hazard.None && t.block.has(w.Addr)) {
			return true
		}
	}
	return false
}

func (b *block) has(addr uint64) bool { return addr >= b.Addr && addr < b.end() }

// checkWritten checks that a copy reads no byte that was never written. A kernel gets whole
// buffers and may read a part, so of those one written byte is enough.
func (c *Checker) checkWritten(found *findings, by *Operation, t *target) {
	if t.block.unseen != c.unseen {
		return // an operation that was not seen may have written it
	}
	var unwritten, at, size uint64
	for g := range t.within(t.from, t.to, t.first) {
		if !g.unwritten {
			continue
		}
		from, to := max(g.from, t.from), min(g.to, t.to)
		switch {
		case unwritten == 0:
			at, size = from, to-from
		case at+size == from:
			size += to - from
		}
		unwritten += to - from
	}
	if unwritten > 0 && (t.Argument == 0 || unwritten == t.to-t.from) {
		found.add(t.finding(hazard.Unwritten, t.block.allocated, by).at(at, size))
	}
}

// usesAtFree returns the uses that a block's free is not ordered after, and then the allocation:
// who waits for a use has waited for the allocation.
func (c *Checker) usesAtFree(b *block) []Finding {
	var found findings
	second := b.freed.past()
	add := func(kind hazard.Kind, u *use, addr, size uint64) {
		if b.knows(u.Stamp.Place) {
			return
		}
		f := findingIn(b, kind, u, second)
		f.Freed = Past{}
		found.add(c.knowing(f, u.Stamp.Line, b.lastKnown(u.Stamp.Line)).at(addr, size))
	}
	for g := range c.spaces[b.Space].within(b.Addr, b.end(), b.recent) {
		for _, u := range g.uses {
			from, to := max(g.from, b.Addr), min(g.to, b.end())
			add(hazard.UnorderedFree, u, from, to-from)
		}
	}
	for _, u := range b.uses {
		add(hazard.UnorderedFree, u, b.Addr, 0)
	}
	add(hazard.UnorderedUse, b.allocated, b.Addr, b.Size)
	return found
}
