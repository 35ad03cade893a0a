// SPDX-License-Identifier: Apache-2.0

package bestfit

import "math/bits"

// best answers the first leaf of at least a size with a place up to the bound, nil if
// there is none. It is seek for the first key of a size, and looks at no address.
func (t *trie[V]) best(n, bound uint64) *part[V] {
	if t.root.part == nil || t.root.low > bound {
		return nil
	}
	var last *part[V] // where the way down could have turned off
	var turn uint
	at := t.root.part
	for !at.isLeaf() {
		if at.level < sizes {
			if at.key[size] < n {
				break // all below are of that size
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
			return at.branch[next%fan].part.leftmost(bound)
		}
		if further := at.first(d+1, bound); further < fan {
			last, turn = at, further
		}
		at = at.branch[d].part
	}
	if at.isLeaf() && at.key[size] >= n {
		return at
	}
	return last.leftmostOf(turn, bound)
}

// leftmostOf answers the first leaf below a branch of a node with a place up to the
// bound, nil for no node.
func (p *part[V]) leftmostOf(d uint, bound uint64) *part[V] {
	if p == nil {
		return nil
	}
	return p.branch[d%fan].part.leftmost(bound)
}

// seek answers the first leaf from a key on with a place up to the bound, nil if there
// is none.
func (t *trie[V]) seek(k key, bound uint64) *part[V] {
	if t.root.part == nil || t.root.low > bound {
		return nil
	}
	// Down along the key's digits, whether those without a node agree or not.
	var n *part[V]
	near := t.root.part
	for !near.isLeaf() {
		n = near
		d := k.digit(n.level)
		if b := &n.branch[d]; n.taken>>d&1 == 1 && b.low <= bound {
			near = b.part
			continue
		}
		if parting := k.parts(&n.key); parting > n.level {
			return t.beside(n, &k, &n.key, parting, bound)
		}
		return n.turn(&k, bound)
	}
	parting := k.parts(&near.key)
	if parting == equal {
		return near
	}
	return t.beside(n, &k, &near.key, parting, bound)
}

// beside answers the first leaf behind a key that is not there: on the way down to a
// node it parted from another key, together with all that lies below that level.
func (t *trie[V]) beside(n *part[V], k, near *key, parting level, bound uint64) *part[V] {
	for n != nil && n.level < parting {
		n = n.up
	}
	if k.before(near) {
		return t.slot(n, k).part.leftmost(bound)
	}
	return n.turn(k, bound)
}

// turn answers the first leaf that lies behind a key, which goes along down to a node: it
// turns off as low as possible.
func (p *part[V]) turn(k *key, bound uint64) *part[V] {
	for n := p; n != nil; n = n.up {
		if next := n.first(k.digit(n.level)+1, bound); next < fan {
			return n.branch[next].part.leftmost(bound)
		}
	}
	return nil
}

// leftmost answers the first leaf of a part with a place up to the bound; there is one.
func (p *part[V]) leftmost(bound uint64) *part[V] {
	for !p.isLeaf() {
		p = p.branch[p.first(0, bound)%fan].part
	}
	return p
}

// rightmost answers the last leaf of a trie, nil if it is empty.
func (t *trie[V]) rightmost() *part[V] {
	p := t.root.part
	for p != nil && !p.isLeaf() {
		p = p.branch[uint(bits.Len64(p.taken)-1)%fan].part
	}
	return p
}
