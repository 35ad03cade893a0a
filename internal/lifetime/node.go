// SPDX-License-Identifier: Apache-2.0

// Package lifetime is the tree of live objects. Every object that holds something of the
// device has a [Node] below its parent's. A parent cannot close while a child lives,
// nothing is freed while a call holds a lease on it, and a forced shutdown closes everything
// in the one order that is safe. Nodes refer to inner state only, never to the object that
// a program holds, so that the collector can still find a lost one.
package lifetime

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/ascend-go/aclpool/internal/caller"
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
	retired  bool          // no new lease and no new child
	idle     chan struct{} // made by Drain, closed when no lease is held and no Close runs
	unleased chan struct{} // made by Exclude, closed when no lease is held
	outcome  chan struct{} // while freeing: closed when the Close has ended
	children map[*Node]struct{}
	stack    string // where the object was made, if the tree keeps stacks
	made     string // the program's line in stack
	lost     bool
}

type state int

const (
	open    state = iota
	closing       // a Close waits; leases are still given
	freeing       // a Close frees; calls that want a lease wait for its outcome
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
	return &Node{kind: Runtime, name: name, tree: &tree{stacks: stacks}}
}

// Add makes a child of n and puts it where to says, before anybody else can see it: its
// closer may run at once, and needs it. It fails with errclass.Closed when n is closed or
// retired, and with errclass.Busy while n is being closed; a lease on n prevents the latter.
func (n *Node) Add(to **Node, kind Kind, name string, force Closer) error {
	c := &Node{kind: kind, name: name, parent: n, force: force, tree: n.tree}
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	switch {
	case n.state == closed || n.retired:
		return n.errClosed()
	case n.state != open:
		return n.errClosing()
	}
	if n.tree.stacks {
		buf := make([]byte, 16<<10)
		c.stack = string(buf[:runtime.Stack(buf, false)])
		c.made = caller.Place()
	}
	if n.children == nil {
		n.children = make(map[*Node]struct{})
	}
	n.children[c] = struct{}{}
	*to = c
	return nil
}

// String returns the kind and the name of the object. A device has its number for a name.
func (n *Node) String() string { return n.label(len(n.name)) }

// label is String with no more than length characters of the name.
func (n *Node) label(length int) string { return label(n.kind, n.name, length) }

func label(k Kind, name string, length int) string {
	if k == Device {
		return "device " + name
	}
	return fmt.Sprintf("%s %.*q", k, length, name)
}

// Name returns the name alone.
func (n *Node) Name() string { return n.name }

// Kind returns the kind of the object.
func (n *Node) Kind() Kind { return n.kind }

// Enter takes a lease: until Leave nothing of the node is freed. While a Close waits it
// succeeds, and while a Close frees it waits for the outcome. It fails with errclass.Closed
// on a node that is closed or retired.
func (n *Node) Enter() error {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	for n.state == freeing && !n.retired {
		outcome := n.outcome
		n.tree.mu.Unlock()
		<-outcome
		n.tree.mu.Lock()
	}
	if n.state == closed || n.retired {
		return n.errClosed()
	}
	n.leases++
	return nil
}

// Leave gives a lease back.
func (n *Node) Leave() {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	n.leases--
	n.signal()
}

func (n *Node) errClosed() error { return fmt.Errorf("%s: %w", n, errclass.Closed) }

func (n *Node) errClosing() error { return fmt.Errorf("%s is being closed: %w", n, errclass.Busy) }

// begun reports whether a lease is held or a Close runs. The tree is locked.
func (n *Node) begun() bool { return n.leases > 0 || n.state == closing || n.state == freeing }

// signal wakes Exclude and Drain if what they wait for has come. The tree is locked.
func (n *Node) signal() {
	if n.leases == 0 {
		wake(&n.unleased)
	}
	if !n.begun() {
		wake(&n.idle)
	}
}

// wake closes a channel that somebody waits for.
func wake(c *chan struct{}) {
	if *c != nil {
		close(*c)
		*c = nil
	}
}

// awaited returns a channel for wake, and makes it if there is none. The tree is locked.
func awaited(c *chan struct{}) <-chan struct{} {
	if *c == nil {
		*c = make(chan struct{})
	}
	return *c
}

// Closed reports whether the node has closed.
func (n *Node) Closed() bool {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	return n.state == closed
}

// remove closes the node. The tree is locked.
func (n *Node) remove() {
	n.state = closed
	wake(&n.outcome)
	if n.parent != nil {
		delete(n.parent.children, n)
	}
}

// most is how many objects the text of an error names.
const most = 8

// list returns the names of nodes, in the order of shutdown, each with where it was made, if
// that is known, and with what is below it. It names no more than room objects, and counts
// the others. The tree is locked.
func list(nodes map[*Node]struct{}, room *int) string {
	var names []string
	more := 0
	for _, c := range sorted(slices.Collect(maps.Keys(nodes))) {
		if *room == 0 {
			more += 1 + c.count()
			continue
		}
		*room--
		name := c.label(64)
		if c.made != "" {
			name += " made at " + c.made
		}
		if len(c.children) > 0 {
			name += " (with " + list(c.children, room) + ")"
		}
		names = append(names, name)
	}
	if more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// count returns how many nodes are below n. The tree is locked.
func (n *Node) count() (below int) {
	for c := range n.children {
		below += 1 + c.count()
	}
	return below
}
