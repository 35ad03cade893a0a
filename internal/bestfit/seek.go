// SPDX-License-Identifier: Apache-2.0

package bestfit

import "math/bits"

// seek answers the first leaf from a key on with a place up to the bound, none if there
// is none.
func (w *wood) seek(t *trie, k key, bound uint64) ref {
	if t.root == none || w.timed && t.low > bound {
		return none
	}
	var way [levels]step
	deep := 0
	for r := t.root; ; {
		if r.isLeaf() {
			if !w.leaf(r).key.before(k) {
				return r
			}
			break
		}
		n := w.node(r)
		if k.parts(n.key) > n.level {
			if k.before(n.key) {
				return w.leftmost(r, bound)
			}
			break
		}
		d := k.digit(n.level)
		places := w.places(r)
		next := n.first(d, places, bound)
		if next == fan {
			break
		}
		if next > d {
			return w.leftmost(n.below[next], bound)
		}
		way[deep] = step{r, d}
		deep++
		r = n.below[d%fan]
	}
	// What agrees with the key so far lies before it: turn off as low as possible.
	for deep--; deep >= 0; deep-- {
		s := way[deep]
		n := w.node(s.at)
		if next := n.first(s.digit+1, w.places(s.at), bound); next < fan {
			return w.leftmost(n.below[next], bound)
		}
	}
	return none
}

// leftmost answers the first leaf below r with a place up to the bound; there is one.
func (w *wood) leftmost(r ref, bound uint64) ref {
	for !r.isLeaf() {
		n := w.node(r)
		r = n.below[n.first(0, w.places(r), bound)%fan]
	}
	return r
}

// rightmost answers the last leaf of a trie, none if it is empty.
func (w *wood) rightmost(t *trie) ref {
	r := t.root
	for r != none && !r.isLeaf() {
		n := w.node(r)
		r = n.below[uint(bits.Len64(n.taken)-1)%fan]
	}
	return r
}
