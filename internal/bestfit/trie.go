// SPDX-License-Identifier: Apache-2.0

package bestfit

import "math/bits"

// trie is one trie. The zero trie is empty.
type trie[V any] struct {
	root branch[V]
	len  int
}

// slot answers the branch that leads from a node on towards a key; from no node, the
// root.
func (t *trie[V]) slot(n *part[V], k *key) *branch[V] {
	if n == nil {
		return &t.root
	}
	return &n.branch[k.digit(n.level)]
}

// insert adds a block and answers its leaf.
func (t *trie[V]) insert(w *wood[V], k key, place uint64, value V) *part[V] {
	l := w.leaf()
	l.key, l.place, l.value, l.up = k, place, value, nil
	added := branch[V]{place, l}
	t.len++
	if t.root.part == nil {
		t.root = added
		return l
	}

	// Down along the key's digits, whether those without a node agree or not.
	var n *part[V]
	near := t.root.part
	for !near.isLeaf() {
		n = near
		d := k.digit(n.level)
		if n.taken>>d&1 == 0 {
			break
		}
		near = n.branch[d].part
	}

	// Up again to where it parts from what is there.
	parting := k.parts(&near.key)
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
		l.up = at.fork(w, n, parting, &near.key, &k, added)
	}
	for n != nil { // the smallest place may be this
		n = n.up
		if at = t.slot(n, &k); at.low <= place {
			break
		}
		at.low = place
	}
	return l
}

// fork puts a node in the place of what lies below a branch: that part, and a leaf that
// parts from it at a level. It answers the node.
func (at *branch[V]) fork(w *wood[V], up *part[V], l level, old, k *key, added branch[V]) *part[V] {
	n := w.node()
	here, there := old.digit(l), k.digit(l)
	n.key, n.level, n.up, n.taken = *old, l, up, 1<<here|1<<there
	n.branch[here], n.branch[there] = *at, added
	at.part.up = n
	at.low, at.part = min(at.low, added.low), n
	return n
}

// find answers the leaf with a key, nil if it is not there.
func (t *trie[V]) find(k key) *part[V] {
	p := t.root.part
	for p != nil && !p.isLeaf() {
		d := k.digit(p.level)
		if p.taken>>d&1 == 0 {
			return nil
		}
		p = p.branch[d].part
	}
	if p == nil || p.key != k {
		return nil
	}
	return p
}

// remove takes a leaf out.
func (t *trie[V]) remove(w *wood[V], l *part[V]) {
	k, n := &l.key, l.up
	w.giveLeaf(l)
	t.len--
	if n == nil {
		t.root = branch[V]{}
		return
	}
	n.taken &^= 1 << k.digit(n.level)
	if n.taken&(n.taken-1) == 0 {
		// The only branch that is left takes the place of its node.
		up := n.up
		at := t.slot(up, k)
		*at = n.branch[uint(bits.TrailingZeros64(n.taken))%fan]
		at.part.up = up
		w.giveNode(n)
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
