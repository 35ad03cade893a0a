// SPDX-License-Identifier: Apache-2.0

package lifetime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/ascend-go/aclpool/internal/errclass"
)

// Info describes a live object.
type Info struct {
	Kind  Kind
	Name  string
	Stack string // where it was made, when the tree keeps stacks
	Made  string // the program's line in Stack, as "file:line function"
	Lost  bool   // the program no longer holds it
}

// String returns the kind and the name of the object, as that of its Node does.
func (i Info) String() string { return label(i.Kind, i.Name, len(i.Name)) }

// Live yields every object below n, what uses others before what is used. The snapshot
// is taken at the call: no lock is held while yielding.
func (n *Node) Live() iter.Seq[Info] {
	return func(yield func(Info) bool) {
		for _, c := range n.below() {
			n.tree.mu.Lock()
			i := Info{Kind: c.kind, Name: c.name, Stack: c.stack, Made: c.made, Lost: c.lost}
			n.tree.mu.Unlock()
			if !yield(i) {
				return
			}
		}
	}
}

// MarkLost notes that the program has let go of the object without closing it, and
// reports whether that is so. A cleanup calls it, so it makes no device call.
func (n *Node) MarkLost() bool {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	n.lost = n.state == open
	return n.lost
}

// Stack returns where the object was made, empty when the tree keeps no stacks.
func (n *Node) Stack() string { return n.stack }

// Retire makes every later Add and Enter fail, as on a closed node. A Close is still to
// come.
func (n *Node) Retire() {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	n.retired = true
	wake(&n.outcome)
}

// Drain waits until nobody holds a lease and no Close runs, which on a retired node stays
// so. It fails when ctx ends first.
func (n *Node) Drain(ctx context.Context) error {
	n.tree.mu.Lock()
	if !n.begun() {
		n.tree.mu.Unlock()
		return nil
	}
	idle := awaited(&n.idle)
	n.tree.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%s is in use: %w", n, errclass.Ended(ctx))
	}
}

// ForceChildren runs the closers of n's own children, in the order of kinds; each is
// asked to close what is below it first. It goes on after a failure and joins the errors.
func (n *Node) ForceChildren(ctx context.Context) error {
	n.tree.mu.Lock()
	children := sorted(slices.Collect(maps.Keys(n.children)))
	n.tree.mu.Unlock()
	var errs []error
	for _, c := range children {
		errs = append(errs, c.run(ctx, false))
	}
	return errors.Join(errs...)
}

// Force runs the closer of a node that has no children, once the leases on it have been
// given back.
func (n *Node) Force(ctx context.Context) error {
	n.Retire()
	return errors.Join(n.Drain(ctx), n.run(ctx, false))
}

// ForceBelow forces everything below n in the order of kinds. With reset the device has
// forgotten the objects, or will, and they are only marked closed, whoever waits for
// them. It goes on after a failure and joins the errors.
func (n *Node) ForceBelow(ctx context.Context, reset bool) error {
	var errs []error
	for _, c := range n.below() {
		if reset {
			errs = append(errs, c.run(ctx, true))
		} else {
			errs = append(errs, c.Force(ctx))
		}
	}
	return errors.Join(errs...)
}

func (n *Node) run(ctx context.Context, reset bool) error {
	if n.force == nil {
		return nil
	}
	return n.force(ctx, reset)
}

// Abandon closes the node whatever lives in it or waits for it, without freeing
// anything: the device has been reset.
func (n *Node) Abandon() {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	if n.state != closed {
		n.remove()
	}
	wake(&n.unleased)
}

// below lists the live nodes under n in the order of shutdown.
func (n *Node) below() []*Node {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	var all []*Node
	var walk func(*Node)
	walk = func(m *Node) {
		for c := range m.children {
			walk(c)
			all = append(all, c)
		}
	}
	walk(n)
	return sorted(all)
}

func sorted(nodes []*Node) []*Node {
	slices.SortStableFunc(nodes, func(a, b *Node) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name))
	})
	return nodes
}
