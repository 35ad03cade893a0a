// SPDX-License-Identifier: Apache-2.0

package bestfit

// wood is the parts of tries that are to be used again, each row linked upwards. The zero
// value has none.
type wood[V any] struct{ leaves, nodes *part[V] }

// leaf answers a leaf with any content.
func (w *wood[V]) leaf() *part[V] {
	l := w.leaves
	if l == nil {
		return new(part[V])
	}
	w.leaves = l.up
	return l
}

// node answers a node with any content.
func (w *wood[V]) node() *part[V] {
	n := w.nodes
	if n == nil {
		return &part[V]{branch: new([fan]branch[V])}
	}
	w.nodes = n.up
	return n
}

func (w *wood[V]) giveLeaf(l *part[V]) {
	var zero V
	l.value = zero
	l.up, w.leaves = w.leaves, l
}

func (w *wood[V]) giveNode(n *part[V]) { n.up, w.nodes = w.nodes, n }
