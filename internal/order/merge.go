// SPDX-License-Identifier: Apache-2.0

package order

// merged returns what either of two clocks knows.
func (s *nodes) merged(a, b *node) *node {
	switch {
	case b == nil || a == b:
		return a.retain()
	case a == nil:
		return b.retain()
	case !a.covers(b.first) && !b.covers(a.first):
		return s.join(a.retain(), b.retain())
	case a.shift < b.shift:
		a, b = b, a
	}
	switch { // b's range is a's or within it
	case a.full:
		return a.retain()
	case a.shift > b.shift:
		at := a.slotOf(b.first)
		return s.replace(a, at, s.merged(a.kids[at], b))
	case b.full:
		return b.retain()
	case a.kids == nil:
		return s.mergedLeaves(a, b)
	}
	return s.mergedBranches(a, b)
}

func (s *nodes) mergedLeaves(a, b *node) *node {
	if a.leaf == nil {
		a, b = b, a
	}
	if b.leaf == nil { // one position more
		return s.with(a, b.first+uint64(b.slot), b.pos)
	}
	pos := *a.leaf
	for i, p := range b.leaf {
		pos[i] = max(pos[i], p)
	}
	switch pos {
	case *a.leaf:
		return a.retain()
	case *b.leaf:
		return b.retain()
	case allRetired:
		return s.retiredRange(a.first, 0)
	}
	c := s.array(a.first)
	*c.leaf = pos
	return c
}

func (s *nodes) mergedBranches(a, b *node) *node {
	var kids [fan]*node
	for i := range kids {
		kids[i] = s.merged(a.kids[i], b.kids[i])
	}
	for _, same := range [...]*node{a, b} {
		if *same.kids == kids {
			s.releaseAll(&kids)
			return same.retain()
		}
	}
	c := s.branch(a.first, a.shift)
	*c.kids = kids
	return s.shrunk(c)
}

func (s *nodes) releaseAll(kids *[fan]*node) {
	for _, kid := range kids {
		s.release(kid)
	}
}

// without returns what n knows beyond known. What a sweep leaves of a node is the same for all
// that share it.
func (s *nodes) without(n, known *node) *node {
	if n == nil || known == nil || n.full {
		return n.retain()
	}
	if s.sweeping && n.swept == s.sweeps {
		return n.rest.retain()
	}
	s.visited++
	rest := (*node)(nil)
	if n.kids == nil {
		rest = s.leafWithout(n, known)
	} else {
		rest = s.branchWithout(n, known)
	}
	if s.sweeping && n.refs > 1 {
		n.swept, n.rest = s.sweeps, rest
		s.rests = append(s.rests, rest.retain())
	}
	return rest
}

// beginSweep and endSweep enclose calls of without for the same known.
func (s *nodes) beginSweep() {
	s.sweeping = true
	s.sweeps++
}

func (s *nodes) endSweep() {
	s.sweeping = false
	for _, n := range s.rests {
		s.release(n)
	}
	clear(s.rests)
	s.rests = s.rests[:0]
}

func (s *nodes) branchWithout(n, known *node) *node {
	var kids [fan]*node
	left, only := 0, (*node)(nil)
	for i, kid := range n.kids {
		if kids[i] = s.without(kid, known); kids[i] != nil {
			left, only = left+1, kids[i]
		}
	}
	switch {
	case left < 2:
		return only // no branch for one child
	case kids == *n.kids:
		s.releaseAll(&kids)
		return n.retain()
	}
	c := s.branch(n.first, n.shift)
	*c.kids = kids
	return c
}

func (s *nodes) leafWithout(n, known *node) *node {
	if n.leaf == nil {
		if n.pos <= known.last(n.first+uint64(n.slot)) {
			return nil
		}
		return n.retain()
	}
	pos := *n.leaf
	for i, p := range pos {
		if p != 0 && p <= known.last(n.first+uint64(i)) {
			pos[i] = 0
		}
	}
	if pos == *n.leaf {
		return n.retain()
	}
	return s.leaf(n.first, &pos)
}
