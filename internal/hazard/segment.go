// SPDX-License-Identifier: Apache-2.0

package hazard

import "slices"

// segment is a range of bytes that have been used alike. Bytes in no segment have been
// written, and no use of them is kept.
type segment struct {
	from, to  uint64 // empty when the segment is dropped
	space     *space
	unwritten bool    // since the memory was allocated
	uses      []*use  // those with which a later operation may be unordered
	one       [1]*use // room for uses; most segments have one

	before, after *segment // ring in order of address
}

// insert adds a segment without uses before another one.
func (c *Checker) insert(s *space, next *segment, from, to uint64) *segment {
	g := c.free.segments
	if g == nil {
		g = new(segment)
		g.uses = g.one[:0]
	} else {
		c.free.segments = g.after
	}
	*g = segment{from: from, to: to, space: s, uses: g.uses[:0], before: next.before, after: next}
	g.before.after, g.after.before = g, g
	s.segments.insert(from, g)
	c.kept++
	return g
}

// drop removes a segment.
func (c *Checker) drop(s *space, g *segment) {
	s.segments.remove(g.from)
	g.before.after, g.after.before = g.after, g.before
	*g = segment{uses: c.releaseAll(g.uses), after: c.free.segments}
	c.free.segments = g
	c.kept--
}

// split divides a segment at an address inside it and returns the second part.
func (c *Checker) split(s *space, g *segment, at uint64) *segment {
	second := c.insert(s, g.after, at, g.to)
	g.to = at
	second.unwritten = g.unwritten
	second.uses = append(second.uses, g.uses...)
	for _, u := range g.uses {
		u.refs++
	}
	return second
}

// tidy removes a segment that says nothing, and joins one with its predecessor if they say the
// same. It returns the segment after it.
func (c *Checker) tidy(s *space, g *segment) *segment {
	next, p := g.after, g.before
	switch {
	case g == &s.head:
	case !g.unwritten && len(g.uses) == 0:
		c.drop(s, g)
	case p != &s.head && p.to == g.from && p.unwritten == g.unwritten && slices.Equal(p.uses, g.uses):
		p.to = g.to
		c.drop(s, g)
	}
	return next
}

// clear forgets how a range was used.
func (c *Checker) clear(s *space, from, to uint64) {
	for g := c.cut(s, from, to); g.from < to; {
		next := g.after
		c.drop(s, g)
		g = next
	}
}

// cut divides segments so that none is partly in a range, and returns the first one in it or
// behind it.
func (c *Checker) cut(s *space, from, to uint64) *segment {
	if g := s.from(to); g.from < to {
		c.split(s, g, to)
	}
	g := s.from(from)
	if g.from < from {
		g = c.split(s, g, from)
	}
	return g
}

// spread notes a use of each byte of a range, and whether it writes them. If u is nil, the
// operation is complete and nothing but the latter is noted.
// The search for the first segment begins at near, which may be nil.
func (c *Checker) spread(s *space, from, to uint64, near *segment, u *use, written bool) {
	if from >= to {
		return
	}
	g := s.near(near, from)
	if g.from < from {
		g = c.split(s, g, from)
	}
	for at := from; at < to; {
		if g.from > at && u != nil {
			g = c.insert(s, g, at, min(g.from, to))
		}
		if g.from >= to {
			break
		}
		if g.to > to {
			c.split(s, g, to)
		}
		at = g.to
		g.uses = c.add(g.uses, u)
		g.unwritten = g.unwritten && !written
		g = c.tidy(s, g)
	}
	c.tidy(s, g)
}
