// SPDX-License-Identifier: Apache-2.0

package bestfit

import "math/bits"

// trie is one trie. The zero trie is empty.
type trie[V any] struct {
	root branch[V]
	len  int
}

// slot returns the branch of a node on the path to a key, or the root if the node is nil.
func (t *trie[V]) slot(n *node[V], k *key) *branch[V] {
	if n == nil {
		return &t.root
	}
	return &n.branch[k.digit(n.level)]
}

// insert adds a block and returns its leaf.
func (t *trie[V]) insert(w *freeList[V], k key, pos uint64, value V) *node[V] {
	l := w.takeLeaf()
	l.key, l.pos, l.value, l.up = k, pos, value, nil
	added := branch[V]{pos, l}
	t.len++
	if t.root.node == nil {
		t.root = added
		return l
	}

	// Descend along the digits of the key that have nodes; the others may differ.
	var n *node[V]
	nearest := t.root.node
	for !nearest.isLeaf() {
		n = nearest
		d := k.digit(n.level)
		if n.taken>>d&1 == 0 {
			break
		}
		nearest = n.branch[d].node
	}

	// Go up to the level at which the key differs from the keys below.
	split := k.differAt(&nearest.key)
	for n != nil && n.level < split {
		n = n.up
	}
	l.up = n
	at := t.slot(n, &k)
	if n != nil && n.taken>>k.digit(n.level)&1 == 0 {
		n.taken |= 1 << k.digit(n.level)
		*at = added
	} else {
		if split == equal {
			panic("bestfit: a block was inserted twice")
		}
		l.up = at.fork(w, n, split, &nearest.key, &k, added)
	}
	for n != nil { // the new position may be the smallest one
		n = n.up
		if at = t.slot(n, &k); at.minPos <= pos {
			break
		}
		at.minPos = pos
	}
	return l
}

// fork puts an inner node below a branch, with two branches: the subtree that was there, with
// key old, and the added leaf, whose key k differs from old at level l. It returns the inner
// node.
func (at *branch[V]) fork(w *freeList[V], up *node[V], l level, old, k *key, added branch[V]) *node[V] {
	n := w.takeNode()
	here, there := old.digit(l), k.digit(l)
	n.key, n.level, n.up, n.taken = *old, l, up, 1<<here|1<<there
	n.branch[here], n.branch[there] = *at, added
	at.node.up = n
	at.minPos, at.node = min(at.minPos, added.minPos), n
	return n
}

// find returns the leaf with a key, or nil.
func (t *trie[V]) find(k key) *node[V] {
	p := t.root.node
	for p != nil && !p.isLeaf() {
		d := k.digit(p.level)
		if p.taken>>d&1 == 0 {
			return nil
		}
		p = p.branch[d].node
	}
	if p == nil || p.key != k {
		return nil
	}
	return p
}

// remove removes a leaf.
func (t *trie[V]) remove(w *freeList[V], l *node[V]) {
	k, n := &l.key, l.up
	w.giveLeaf(l)
	t.len--
	if n == nil {
		t.root = branch[V]{}
		return
	}
	n.taken &^= 1 << k.digit(n.level)
	if n.taken&(n.taken-1) == 0 {
		// One branch is left: it replaces its node.
		up := n.up
		at := t.slot(up, k)
		*at = n.branch[uint(bits.TrailingZeros64(n.taken))%fan]
		at.node.up = up
		w.giveNode(n)
		n = up
	}
	for n != nil { // the removed position may have been the smallest one
		up := n.up
		at := t.slot(up, k)
		if at.minPos < l.pos {
			break
		}
		lowest := n.lowestPos(at.minPos)
		if lowest == at.minPos {
			break
		}
		at.minPos, n = lowest, up
	}
}
