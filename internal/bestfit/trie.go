// SPDX-License-Identifier: Apache-2.0

package bestfit

import "math/bits"

// trie is one trie; its parts are in the wood that it grows in. The zero trie is empty.
type trie struct {
	root branch
	len  int
}

// wood is the room that tries share.
type wood[V any] struct {
	nodes  pages[node]
	leaves pages[leaf[V]]
}

func (w *wood[V]) leaf(r ref) *leaf[V] { return w.leaves.at(uint32(r &^ leafBit)) }

func (w *wood[V]) node(r ref) *node { return w.nodes.at(uint32(r)) }

// slot answers the branch that leads from a node on towards a key; from no node, the
// root.
func (t *trie) slot(n *node, k *key) *branch {
	if n == nil {
		return &t.root
	}
	return &n.branch[k.digit(n.level)]
}

// rise sets the node above a part.
func (w *wood[V]) rise(part ref, up *node) {
	if part.isLeaf() {
		w.leaf(part).up = up
	} else {
		w.node(part).up = up
	}
}

// insert adds a block and answers its leaf.
func (w *wood[V]) insert(t *trie, k key, place uint64, value V) ref {
	number := w.leaves.take()
	l := w.leaves.at(number)
	l.key, l.place, l.value, l.up = k, place, value, nil
	added := branch{place, ref(number) | leafBit}
	t.len++
	if t.root.part == none {
		t.root = added
		return added.part
	}

	// Down along the key's digits, whether those without a node agree or not.
	var n *node
	r := t.root.part
	var near *key
	for near == nil {
		if r.isLeaf() {
			near = &w.leaf(r).key
			break
		}
		n = w.node(r)
		if d := k.digit(n.level); n.taken>>d&1 == 1 {
			r = n.branch[d].part
		} else {
			near = &n.key
		}
	}

	// Up again to where it parts from what is there.
	parting := k.parts(near)
	for n != nil && n.level < parting {
		n = n.up
	}
	l.up = n
	at := t.slot(n, &k)
	if n != nil && n.taken>>k.digit(n.level)&1 == 0 {
		n.taken |= 1 << k.digit(n.level)
		*at = added
	} else {
		if parting == equal {
			panic("bestfit: a block was inserted twice")
		}
		l.up = w.fork(n, at, parting, near, &k, added)
	}
	for n != nil { // the smallest place may be this
		n = n.up
		if at = t.slot(n, &k); at.low <= place {
			break
		}
		at.low = place
	}
	return added.part
}

// fork puts a node in the place of what lies below a branch: that part, and a leaf that
// parts from it at a level. It answers the node.
func (w *wood[V]) fork(up *node, at *branch, l level, old, k *key, added branch) *node {
	number := w.nodes.take()
	n := w.nodes.at(number)
	here, there := old.digit(l), k.digit(l)
	n.key, n.level, n.up, n.taken = *old, l, up, 1<<here|1<<there
	n.branch[here], n.branch[there] = *at, added
	w.rise(at.part, n)
	at.low, at.part = min(at.low, added.low), ref(number)
	return n
}

// find answers the leaf with a key, none if it is not there.
func (w *wood[V]) find(t *trie, k key) ref {
	r := t.root.part
	for r != none && !r.isLeaf() {
		n := w.node(r)
		d := k.digit(n.level)
		if n.taken>>d&1 == 0 {
			return none
		}
		r = n.branch[d].part
	}
	if r == none || w.leaf(r).key != k {
		return none
	}
	return r
}

// remove takes a leaf out.
func (w *wood[V]) remove(t *trie, r ref) {
	l := w.leaf(r)
	k, n := &l.key, l.up
	var zero V
	l.value = zero
	w.leaves.give(uint32(r &^ leafBit))
	t.len--
	if n == nil {
		t.root = branch{}
		return
	}
	n.taken &^= 1 << k.digit(n.level)
	if n.taken&(n.taken-1) == 0 {
		// The only branch that is left takes the place of its node.
		up := n.up
		at := t.slot(up, k)
		w.nodes.give(uint32(at.part))
		*at = n.branch[uint(bits.TrailingZeros64(n.taken))%fan]
		w.rise(at.part, up)
		n = up
	}
	for n != nil { // the smallest place may have gone
		up := n.up
		at := t.slot(up, k)
		if at.low < l.place {
			break
		}
		low := n.low(at.low)
		if low == at.low {
			break
		}
		at.low, n = low, up
	}
}
