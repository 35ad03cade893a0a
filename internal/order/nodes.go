// SPDX-License-Identifier: Apache-2.0

package order

// nodes makes the nodes of one device and keeps those that nobody refers to any more, to
// be used again. Methods that return a node return a reference for the caller to release;
// their arguments are borrowed unless said otherwise.
type nodes struct {
	leaves, branches, small []*node
	used                    int
	taken, visited          uint64 // nodes made so far, and nodes looked at to forget

	sweeping bool
	sweeps   uint32  // so far
	rests    []*node // that the current sweep has left of shared nodes
}

// A large node and its array are one allocation.
type (
	leafNode struct {
		node
		values [fan]uint64
	}
	branchNode struct {
		node
		values [fan]*node
	}
)

// single returns the leaf that knows one position of one line.
func (s *nodes) single(line, pos uint64) *node {
	n := s.take(&s.small)
	if n == nil {
		n = new(node)
	}
	n.first, n.shift, n.refs = line&^(fan-1), 0, 1
	n.slot, n.pos = uint8(line%fan), pos
	return n
}

// retiredRange returns the node for a range of lines that are all retired.
func (s *nodes) retiredRange(first uint64, shift uint8) *node {
	n := s.single(first, 0)
	n.shift, n.full = shift, true
	return n
}

// array returns the leaf for a line's range, with an array to be filled.
func (s *nodes) array(first uint64) *node {
	n := s.take(&s.leaves)
	if n == nil {
		l := new(leafNode)
		l.leaf, n = &l.values, &l.node
	}
	n.first, n.shift, n.refs = first&^(fan-1), 0, 1
	return n
}

// leaf returns the leaf that knows the given positions, nil for none.
func (s *nodes) leaf(first uint64, pos *[fan]uint64) *node {
	known, last := 0, 0
	for i, p := range pos {
		if p != 0 {
			known, last = known+1, i
		}
	}
	switch {
	case known == 0:
		return nil
	case known == 1:
		return s.single(first&^(fan-1)+uint64(last), pos[last])
	case *pos == allRetired:
		return s.retiredRange(first&^(fan-1), 0)
	}
	c := s.array(first)
	*c.leaf = *pos
	return c
}

func (s *nodes) branch(first uint64, shift uint8) *node {
	n := s.take(&s.branches)
	if n == nil {
		b := new(branchNode)
		b.kids, n = &b.values, &b.node
	}
	n.first, n.shift, n.refs = first&^(fan<<shift-1), shift, 1
	return n
}

// take takes a node from a list, nil if that is empty. It counts the node as used.
func (s *nodes) take(free *[]*node) (n *node) {
	s.used++
	s.taken++
	if last := len(*free) - 1; last >= 0 {
		n, *free = (*free)[last], (*free)[:last]
		n.swept, n.rest = 0, nil
	}
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
	switch {
	case n.kids != nil:
		for i, kid := range n.kids {
			s.release(kid)
			n.kids[i] = nil
		}
		s.branches = append(s.branches, n)
	case n.leaf != nil:
		s.leaves = append(s.leaves, n)
	default:
		n.full = false
		s.small = append(s.small, n)
	}
}

// with returns n with at least pos known of a line.
func (s *nodes) with(n *node, line, pos uint64) *node {
	switch {
	case n == nil:
		return s.single(line, pos)
	case !n.covers(line):
		return s.join(n.retain(), s.single(line, pos))
	case n.full || n.kids == nil && n.at(line%fan) >= pos:
		return n.retain()
	case n.kids == nil:
		return s.leafWith(n, line, pos)
	}
	at := n.slotOf(line)
	return s.replace(n, at, s.with(n.kids[at], line, pos))
}

func (s *nodes) leafWith(n *node, line, pos uint64) *node {
	if n.leaf == nil && uint64(n.slot) == line%fan {
		return s.single(line, pos)
	}
	c := s.array(n.first)
	if n.leaf != nil {
		*c.leaf = *n.leaf
	} else {
		*c.leaf = [fan]uint64{}
		c.leaf[n.slot%fan] = n.pos
	}
	c.leaf[line%fan] = pos
	if pos == retired && *c.leaf == allRetired {
		s.release(c)
		return s.retiredRange(n.first, 0)
	}
	return c
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
	n.kids[n.slotOf(a.first)], n.kids[n.slotOf(b.first)] = a, b
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
	c := s.retiredRange(n.first, n.shift)
	s.release(n)
	return c
}
