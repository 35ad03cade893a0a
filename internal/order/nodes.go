// SPDX-License-Identifier: Apache-2.0

package order

// nodes makes the nodes of one device and keeps those that nobody refers to any more, to
// be used again. Methods that return a node return a reference for the caller to release;
// their arguments are borrowed unless said otherwise.
type nodes struct {
	leaves, branches []*node
	used             int
	taken, visited   uint64 // nodes made so far, and nodes looked at to forget
}

func (s *nodes) leaf(first uint64) *node { return s.take(&s.leaves, first&^(fan-1), 0) }

func (s *nodes) branch(first uint64, shift uint8) *node {
	n := s.take(&s.branches, first&^(fan<<shift-1), shift)
	if n.kids == nil {
		n.kids = new([fan]*node)
	}
	return n
}

func (s *nodes) take(free *[]*node, first uint64, shift uint8) *node {
	s.used++
	s.taken++
	n := (*node)(nil)
	if last := len(*free) - 1; last >= 0 {
		n, *free = (*free)[last], (*free)[:last]
	} else {
		n = new(node)
	}
	n.first, n.shift, n.refs = first, shift, 1
	return n
}

// retain adds a reference.
func (n *node) retain() *node {
	if n != nil {
		n.refs++
	}
	return n
}

// release gives a reference up. The last one frees the node.
func (s *nodes) release(n *node) {
	if n == nil {
		return
	}
	if n.refs--; n.refs > 0 {
		return
	}
	s.used--
	n.full = false
	if n.kids == nil {
		n.pos = [fan]uint64{}
		s.leaves = append(s.leaves, n)
		return
	}
	for i, kid := range n.kids {
		s.release(kid)
		n.kids[i] = nil
	}
	s.branches = append(s.branches, n)
}

// with returns n with at least pos known of a line.
func (s *nodes) with(n *node, line, pos uint64) *node {
	switch {
	case n == nil:
		c := s.leaf(line)
		c.pos[line%fan] = pos
		return c
	case !n.covers(line):
		return s.join(n.retain(), s.with(nil, line, pos))
	case n.full || n.kids == nil && n.pos[line%fan] >= pos:
		return n.retain()
	case n.kids == nil:
		c := s.leaf(n.first)
		c.pos = n.pos
		c.pos[line%fan] = pos
		c.full = pos == retired && c.pos == allRetired
		return c
	}
	at := n.slot(line)
	return s.replace(n, at, s.with(n.kids[at], line, pos))
}

var allRetired = func() (all [fan]uint64) {
	for i := range all {
		all[i] = retired
	}
	return all
}()

// join returns the branch over two nodes whose ranges do not overlap. It takes over the
// caller's references to them.
func (s *nodes) join(a, b *node) *node {
	shift := uint8(fanBits)
	for (a.first^b.first)>>shift >= fan {
		shift += fanBits
	}
	n := s.branch(a.first, shift)
	n.kids[n.slot(a.first)], n.kids[n.slot(b.first)] = a, b
	return n
}

// replace returns n with another child. It takes over the caller's reference to that.
func (s *nodes) replace(n *node, at int, kid *node) *node {
	if kid == n.kids[at] {
		s.release(kid)
		return n.retain()
	}
	c := s.branch(n.first, n.shift)
	for i, other := range n.kids {
		if i == at {
			c.kids[i] = kid
		} else {
			c.kids[i] = other.retain()
		}
	}
	return s.shrunk(c)
}

// shrunk returns one full node for a branch whose children are all full. It takes over
// the caller's reference.
func (s *nodes) shrunk(n *node) *node {
	for _, kid := range n.kids {
		if kid == nil || !kid.full || kid.shift+fanBits != n.shift {
			return n
		}
	}
	c := s.take(&s.leaves, n.first, n.shift)
	c.full = true
	s.release(n)
	return c
}

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
		at := a.slot(b.first)
		return s.replace(a, at, s.merged(a.kids[at], b))
	case b.full:
		return b.retain()
	case a.kids == nil:
		return s.mergedLeaves(a, b)
	}
	return s.mergedBranches(a, b)
}

func (s *nodes) mergedLeaves(a, b *node) *node {
	pos := a.pos
	for i, p := range b.pos {
		pos[i] = max(pos[i], p)
	}
	switch pos {
	case a.pos:
		return a.retain()
	case b.pos:
		return b.retain()
	}
	c := s.leaf(a.first)
	c.pos, c.full = pos, pos == allRetired
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

// without returns what n knows beyond known.
func (s *nodes) without(n, known *node) *node {
	s.visited++
	switch {
	case n == nil || known == nil:
		return n.retain()
	case n.kids == nil:
		return s.leafWithout(n, known)
	}
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
	pos := n.pos
	for i, p := range pos {
		if p != 0 && p <= known.last(n.first+uint64(i)) {
			pos[i] = 0
		}
	}
	switch pos {
	case n.pos:
		return n.retain()
	case [fan]uint64{}:
		return nil
	}
	c := s.leaf(n.first)
	c.pos = pos
	return c
}
