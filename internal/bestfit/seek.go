// SPDX-License-Identifier: Apache-2.0

package bestfit

import "math/bits"

// best answers the first leaf of at least a size with a place up to the bound, none if
// there is none. It is seek for the first key of a size, and looks at no address.
func (w *wood[V]) best(t *trie, n, bound uint64) ref {
	if t.root.part == none || t.root.low > bound {
		return none
	}
	var last *node // where the way down could have turned off
	var turn uint
	r := t.root.part
	for !r.isLeaf() {
		at := w.node(r)
		if at.level < sizes {
			if at.key[size] < n {
				break // all below are of that size
			}
			return w.leftmost(r, bound)
		}
		shift := uint(at.level - sizes)
		above, wanted := at.key[size]>>shift>>digitBits, n>>shift>>digitBits
		switch {
		case above > wanted:
			return w.leftmost(r, bound)
		case above < wanted:
			return w.leftmostOf(last, turn, bound)
		}
		d := uint(n>>shift) % fan
		next := at.first(d, bound)
		if next > d {
			if next == fan {
				return w.leftmostOf(last, turn, bound)
			}
			return w.leftmost(at.branch[next%fan].part, bound)
		}
		if further := at.first(d+1, bound); further < fan {
			last, turn = at, further
		}
		r = at.branch[d].part
	}
	if r.isLeaf() && w.leaf(r).key[size] >= n {
		return r
	}
	return w.leftmostOf(last, turn, bound)
}

// leftmostOf answers the first leaf below a branch of a node with a place up to the
// bound, none for no node.
func (w *wood[V]) leftmostOf(n *node, d uint, bound uint64) ref {
	if n == nil {
		return none
	}
	return w.leftmost(n.branch[d%fan].part, bound)
}

// seek answers the first leaf from a key on with a place up to the bound, none if there
// is none.
func (w *wood[V]) seek(t *trie, k key, bound uint64) ref {
	if t.root.part == none || t.root.low > bound {
		return none
	}
	// Down along the key's digits, whether those without a node agree or not.
	var n *node
	r := t.root.part
	for !r.isLeaf() {
		n = w.node(r)
		d := k.digit(n.level)
		if b := &n.branch[d]; n.taken>>d&1 == 1 && b.low <= bound {
			r = b.part
			continue
		}
		if parting := k.parts(&n.key); parting > n.level {
			return w.beside(t, n, &k, &n.key, parting, bound)
		}
		return w.turn(n, &k, bound)
	}
	near := &w.leaf(r).key
	parting := k.parts(near)
	if parting == equal {
		return r
	}
	return w.beside(t, n, &k, near, parting, bound)
}

// beside answers the first leaf behind a key that is not there: on the way down to a
// node it parted from another key, together with all that lies below that level.
func (w *wood[V]) beside(t *trie, n *node, k, near *key, parting level, bound uint64) ref {
	for n != nil && n.level < parting {
		n = n.up
	}
	if k.before(near) {
		return w.leftmost(t.slot(n, k).part, bound)
	}
	return w.turn(n, k, bound)
}

// turn answers the first leaf that lies behind a key, which goes along down to a node: it
// turns off as low as possible.
func (w *wood[V]) turn(n *node, k *key, bound uint64) ref {
	for n != nil {
		if next := n.first(k.digit(n.level)+1, bound); next < fan {
			return w.leftmost(n.branch[next].part, bound)
		}
		n = n.up
	}
	return none
}

// leftmost answers the first leaf below r with a place up to the bound; there is one.
func (w *wood[V]) leftmost(r ref, bound uint64) ref {
	for !r.isLeaf() {
		n := w.node(r)
		r = n.branch[n.first(0, bound)%fan].part
	}
	return r
}

// rightmost answers the last leaf of a trie, none if it is empty.
func (w *wood[V]) rightmost(t *trie) ref {
	r := t.root.part
	for r != none && !r.isLeaf() {
		n := w.node(r)
		r = n.branch[uint(bits.Len64(n.taken)-1)%fan].part
	}
	return r
}

// block answers the block of a leaf; false for none.
func (w *wood[V]) block(r ref) (Block[V], bool) {
	if r == none {
		return Block[V]{}, false
	}
	l := w.leaf(r)
	return Block[V]{l.key[size], l.key[addr], l.value}, true
}
