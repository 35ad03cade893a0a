// SPDX-License-Identifier: Apache-2.0

package bestfit

import "math/bits"

// trie is one trie. The zero trie is empty.
type trie[V any] struct {
	root branch[V]
	len  int
}

// slot returns the branch that leads from a node on towards a key; from no node, the
// root.
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

	// Down along the key's digits, whether those without a node agree or not.
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

	// Up again to where the key differs from those that are there.
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
	for n != nil { // the smallest position may be this
		n = n.up
		if at = t.slot(n, &k); at.minPos <= pos {
			break
		}
		at.minPos = pos
	}
	return l
}

// fork replaces what lies below a branch with an inner node, which has below it what was
// there and a leaf whose key differs from it at level l. It returns the node.
func (at *branch[V]) fork(w *freeList[V], up *node[V], l level, old, k *key, added branch[V]) *node[V] {
	n := w.takeNode()
	here, there := old.digit(l), k.digit(l)
	n.key, n.level, n.up, n.taken = *old, l, up, 1<<here|1<<there
	n.branch[here], n.branch[there] = *at, added
	at.node.up = n
	at.minPos, at.node = min(at.minPos, added.minPos), n
	return n
}

// find returns the leaf with a key, nil if it is not there.
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

// remove takes a leaf out.
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
		// The only branch that is left takes the place of its node.
		up := n.up
		at := t.slot(up, k)
		*at = n.branch[uint(bits.TrailingZeros64(n.taken))%fan]
		at.node.up = up
		w.giveNode(n)
		n = up
	}
	for n != nil { // the smallest position may have gone
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
