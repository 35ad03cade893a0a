// SPDX-License-Identifier: Apache-2.0

package bestfit

// freeList holds leaves and nodes of tries for reuse, as lists linked through up. The zero
// value is empty.
type freeList[V any] struct{ leaves, nodes *node[V] }

// takeLeaf returns a leaf whose contents are undefined.
func (w *freeList[V]) takeLeaf() *node[V] {
	l := w.leaves
	if l == nil {
		return new(node[V])
	}
	w.leaves = l.up
	return l
}

// takeNode returns a node whose contents are undefined.
func (w *freeList[V]) takeNode() *node[V] {
	n := w.nodes
	if n == nil {
		return &node[V]{branch: new([fan]branch[V])}
	}
	w.nodes = n.up
	return n
}

func (w *freeList[V]) giveLeaf(l *node[V]) {
	var zero V
	l.value = zero
	l.up, w.leaves = w.leaves, l
}

func (w *freeList[V]) giveNode(n *node[V]) { n.up, w.nodes = w.nodes, n }
