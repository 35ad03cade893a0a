// SPDX-License-Identifier: Apache-2.0

package bestfit

import "math/bits"

// best returns the first leaf of at least size n with a position up to the bound, or nil. It
// is seek for the first key of that size, but faster: it looks at no address.
func (t *trie[V]) best(n, bound uint64) *node[V] {
	if t.root.node == nil || t.root.minPos > bound {
		return nil
	}
	var last *node[V] // the lowest node on the path that has a later branch, turn
	var turn uint
	at := t.root.node
	for !at.isLeaf() {
		if at.level < sizes {
			if at.key[size] < n {
				break // all keys below have this size, which is too small
			}
			return at.leftmost(bound)
		}
		shift := uint(at.level - sizes)
		above, wanted := at.key[size]>>shift>>digitBits, n>>shift>>digitBits
		switch {
		case above > wanted:
			return at.leftmost(bound)
		case above < wanted:
			return last.leftmostOf(turn, bound)
		}
		d := uint(n>>shift) % fan
		next := at.first(d, bound)
		if next > d {
			if next == fan {
				return last.leftmostOf(turn, bound)
			}
			return at.branch[next%fan].node.leftmost(bound)
		}
		if further := at.first(d+1, bound); further < fan {
			last, turn = at, further
		}
		at = at.branch[d].node
	}
	if at.isLeaf() && at.key[size] >= n {
		return at
	}
	return last.leftmostOf(turn, bound)
}

// leftmostOf returns the first leaf with a position up to the bound below branch d of a node,
// or nil if the node is nil.
func (p *node[V]) leftmostOf(d uint, bound uint64) *node[V] {
	if p == nil {
		return nil
	}
	return p.branch[d%fan].node.leftmost(bound)
}

// seek returns the first leaf whose key is at least k, with a position up to the bound, or
// nil.
func (t *trie[V]) seek(k key, bound uint64) *node[V] {
	if t.root.node == nil || t.root.minPos > bound {
		return nil
	}
	// Descend along the digits of the key that have nodes; the others may differ.
	var n *node[V]
	nearest := t.root.node
	for !nearest.isLeaf() {
		n = nearest
		d := k.digit(n.level)
		if b := &n.branch[d]; n.taken>>d&1 == 1 && b.minPos <= bound {
			nearest = b.node
			continue
		}
		if split := k.differAt(&n.key); split > n.level {
			return t.after(n, &k, &n.key, split, bound)
		}
		return n.turn(&k, bound)
	}
	split := k.differAt(&nearest.key)
	if split == equal {
		return nearest
	}
	return t.after(n, &k, &nearest.key, split, bound)
}

// after returns the first leaf behind k, which is not in the trie. On the path to n, k first
// differs at level split from nearest, and so from all keys that are below the branch there.
func (t *trie[V]) after(n *node[V], k, nearest *key, split level, bound uint64) *node[V] {
	for n != nil && n.level < split {
		n = n.up
	}
	if k.before(nearest) {
		return t.slot(n, k).node.leftmost(bound)
	}
	return n.turn(k, bound)
}

// turn returns the first leaf behind a key whose path leads to p. It looks for a later branch
// at p, and then at its ancestors.
func (p *node[V]) turn(k *key, bound uint64) *node[V] {
	for n := p; n != nil; n = n.up {
		if next := n.first(k.digit(n.level)+1, bound); next < fan {
			return n.branch[next].node.leftmost(bound)
		}
	}
	return nil
}

// leftmost returns the first leaf below p with a position up to the bound, which must exist.
func (p *node[V]) leftmost(bound uint64) *node[V] {
	for !p.isLeaf() {
		p = p.branch[p.first(0, bound)%fan].node
	}
	return p
}

// rightmost returns the last leaf, or nil if the trie is empty.
func (t *trie[V]) rightmost() *node[V] {
	p := t.root.node
	for p != nil && !p.isLeaf() {
		p = p.branch[uint(bits.Len64(p.taken)-1)%fan].node
	}
	return p
}
