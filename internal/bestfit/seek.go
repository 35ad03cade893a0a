// SPDX-License-Identifier: Apache-2.0

package bestfit

import "math/bits"

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
		n = w.node(n.up)
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
		n = w.node(n.up)
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
