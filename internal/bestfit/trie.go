// SPDX-License-Identifier: Apache-2.0

package bestfit

import "math/bits"

// trie is one trie; its parts are in the wood that it grows in. The zero trie is empty.
type trie struct {
	root ref
	low  uint64 // the smallest place in it, unless it is empty
	len  int
}

// wood is the room of tries that share leaves' numbers: a block that stands in tries of
// several woods is one leaf.
type wood struct {
	nodes  pages[node]
	least  pages[least] // by the number of the node
	timed  bool         // places count: otherwise there is no least
	leaves *pages[leaf]
}

func (w *wood) node(r ref) *node { return w.nodes.at(uint32(r)) }
func (w *wood) leaf(r ref) *leaf { return w.leaves.at(uint32(r &^ leafBit)) }

// places answers the least places of a node's branches, nil where places do not count.
func (w *wood) places(r ref) *least {
	if !w.timed {
		return nil
	}
	return w.least.at(uint32(r))
}

// fork makes a node of two parts whose keys differ at the level.
func (w *wood) fork(level int8, a key, ra ref, lowA uint64, b key, rb ref, lowB uint64) ref {
	number := w.nodes.take()
	r := ref(number)
	n := w.nodes.at(number)
	da, db := a.digit(level)%fan, b.digit(level)%fan
	n.key, n.level, n.taken = a, level, 1<<da|1<<db
	n.below[da], n.below[db] = ra, rb
	if w.timed {
		if number > w.least.made {
			w.least.take()
		}
		places := w.least.at(number)
		places[da], places[db] = lowA, lowB
	}
	return r
}

// insert adds a leaf.
func (w *wood) insert(t *trie, added ref) {
	l := w.leaf(added)
	k, place := l.key, l.place
	t.len++
	if t.root == none {
		t.root, t.low = added, place
		return
	}
	var unused uint64
	slot, low := &t.root, &t.low
	for {
		r := *slot
		if r.isLeaf() {
			old := w.leaf(r).key
			level := k.parts(old)
			if level < 0 {
				panic("bestfit: a block was inserted twice")
			}
			*slot = w.fork(level, old, r, *low, k, added, place)
			break
		}
		n := w.node(r)
		if level := k.parts(n.key); level > n.level {
			*slot = w.fork(level, n.key, r, *low, k, added, place)
			break
		}
		*low = min(*low, place)
		d := k.digit(n.level) % fan
		slot, low = &n.below[d], &unused
		if w.timed {
			low = &w.places(r)[d]
		}
		if n.taken>>d&1 == 0 {
			n.taken |= 1 << d
			*slot, *low = added, place
			return
		}
	}
	*low = min(*low, place)
}

// step is a branch on the way down.
type step struct {
	at    ref
	digit uint
}

// remove takes the leaf with a key out and answers it, none if it is not there.
func (w *wood) remove(t *trie, k key) ref {
	var way [levels]step
	deep := 0
	r := t.root
	for r != none && !r.isLeaf() {
		n := w.node(r)
		d := k.digit(n.level) % fan
		if n.taken>>d&1 == 0 {
			return none
		}
		way[deep] = step{r, d}
		deep++
		r = n.below[d]
	}
	if r == none || w.leaf(r).key != k {
		return none
	}
	t.len--
	if deep == 0 {
		t.root = none
		return r
	}
	last := way[deep-1]
	n := w.node(last.at)
	n.taken &^= 1 << last.digit
	if n.taken&(n.taken-1) == 0 {
		w.collapse(t, way[:deep])
	}
	if w.timed {
		w.raise(t, way[:deep], w.leaf(r).place)
	}
	return r
}

// collapse puts the only branch of the last node on a way in the place of the node.
func (w *wood) collapse(t *trie, way []step) {
	last := way[len(way)-1].at
	n := w.node(last)
	left := uint(bits.TrailingZeros64(n.taken)) % fan
	slot := &t.root
	if len(way) > 1 {
		up := way[len(way)-2]
		slot = &w.node(up.at).below[up.digit%fan]
	}
	*slot = n.below[left]
	w.nodes.give(uint32(last))
}

// raise corrects the least places on a way, from below, after a leaf with that place has
// gone. A node that was given back by collapse still has its one branch.
func (w *wood) raise(t *trie, way []step, gone uint64) {
	for i := len(way) - 1; i >= 0; i-- {
		low := &t.low
		if i > 0 {
			low = &w.places(way[i-1].at)[way[i-1].digit%fan]
		}
		if *low < gone {
			return
		}
		at := way[i].at
		*low = w.node(at).min(w.places(at))
	}
}
