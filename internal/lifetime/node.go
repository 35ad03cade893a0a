// SPDX-License-Identifier: Apache-2.0

// Package lifetime keeps who lives inside whom. Every object that holds something of
// the device has a [Node] below its parent's; a parent cannot close while a child
// lives, nothing closes while a wait holds a lease on it, and a forced shutdown closes
// everything in the one order that is safe. Nodes hold inner state only, never the
// object that a program holds, so that the collector can still find a forgotten one.
package lifetime

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/ascend-go/aclpool/internal/errclass"
)

// Closer frees what a node stands for during a forced shutdown. After reset the device
// no longer knows the object, and the closer only marks it closed without a device call.
type Closer func(ctx context.Context, reset bool) error

// Node is one live object. All methods may be called from any goroutine.
type Node struct {
	kind   Kind
	name   string
	parent *Node
	force  Closer
	tree   *tree

	// Guarded by tree.mu.
	state    state
	leases   int
	retired  bool          // what is under way ends, nothing new begins
	idle     chan struct{} // made by who waits for that, closed when nothing is under way
	children map[*Node]struct{}
	stack    string
	lost     bool
}

type state int

const (
	open state = iota
	closing
	closed
)

// tree is what all nodes below one root share. Opening and closing are rare, so one
// lock serves them all.
type tree struct {
	mu     sync.Mutex
	stacks bool
}

// KeepsStacks reports whether objects remember where they were made.
func (n *Node) KeepsStacks() bool { return n.tree.stacks }

// NewRoot makes the root of a tree; with stacks every later node keeps the place where
// it was made.
func NewRoot(name string, stacks bool) *Node {
	return &Node{kind: Process, name: name, tree: &tree{stacks: stacks}}
}

// Add makes a child of n and puts it where to says, before anybody else can see it: its
// closer may run at once, and needs it. It fails with errclass.Closed when n is closed,
// closing or retired.
func (n *Node) Add(to **Node, kind Kind, name string, force Closer) error {
	c := &Node{kind: kind, name: name, parent: n, force: force, tree: n.tree}
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	if n.state != open || n.retired {
		return fmt.Errorf("%s: %w", n, errclass.Closed)
	}
	if n.tree.stacks {
		buf := make([]byte, 16<<10)
		c.stack = string(buf[:runtime.Stack(buf, false)])
	}
	if n.children == nil {
		n.children = make(map[*Node]struct{})
	}
	n.children[c] = struct{}{}
	*to = c
	return nil
}

// String names the object: kind and name.
func (n *Node) String() string { return fmt.Sprintf("%s %q", n.kind, n.name) }

// Name answers the name alone.
func (n *Node) Name() string { return n.name }

// Kind answers the sort of object.
func (n *Node) Kind() Kind { return n.kind }

// Enter takes a lease: until Leave the node cannot close. It fails with errclass.Closed
// on a node that is closed, closing or retired.
func (n *Node) Enter() error {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	if n.state != open || n.retired {
		return fmt.Errorf("%s: %w", n, errclass.Closed)
	}
	n.leases++
	return nil
}

// Leave gives a lease back.
func (n *Node) Leave() {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	n.leases--
	n.tell()
}

// begun reports whether a lease is held or a Close runs. The tree is locked.
func (n *Node) begun() bool { return n.leases > 0 || n.state == closing }

// tell wakes who waits until nothing is under way. The tree is locked.
func (n *Node) tell() {
	if n.idle != nil && !n.begun() {
		close(n.idle)
		n.idle = nil
	}
}

// Closed reports whether the node has closed.
func (n *Node) Closed() bool {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	return n.state == closed
}

// Close runs free and takes the node out of the tree. It refuses with errclass.Busy while
// children live, a lease is held or another Close runs; when free fails the node stays
// open. On a closed node it does nothing.
func (n *Node) Close(free func() error) error {
	first, err := n.begin()
	if !first {
		return err
	}
	err = free()
	n.end(err == nil)
	return err
}

// begin moves an open node to closing; first is false when there is nothing to free.
func (n *Node) begin() (first bool, err error) {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	switch {
	case n.state == closed:
		return false, nil
	case n.state == closing:
		return false, fmt.Errorf("%s is being closed: %w", n, errclass.Busy)
	case len(n.children) > 0:
		return false, fmt.Errorf("%s still has %s: %w", n, list(n.children), errclass.Busy)
	case n.leases > 0:
		return false, fmt.Errorf("%s is being waited for by %d callers: %w", n, n.leases, errclass.Busy)
	}
	n.state = closing
	return true, nil
}

func (n *Node) end(ok bool) {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	switch {
	case n.state == closed: // abandoned meanwhile, for good
	case ok:
		n.remove()
	default:
		n.state = open
	}
	n.tell()
}

func (n *Node) remove() {
	n.state = closed
	if n.parent != nil {
		delete(n.parent.children, n)
	}
}

// list names nodes in a stable order, the first few by name.
func list(nodes map[*Node]struct{}) string {
	var names []string
	for c := range nodes {
		names = append(names, c.String())
	}
	slices.Sort(names)
	const most = 8
	if len(names) > most {
		names = append(names[:most], fmt.Sprintf("%d more", len(names)-most))
	}
	return strings.Join(names, ", ")
}
