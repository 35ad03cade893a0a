// SPDX-License-Identifier: Apache-2.0

package lifetime

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/internal/errclass"
)

// Close runs free and takes the node out of the tree. It refuses with errclass.Busy while
// children live, a lease is held or another Close runs; when free fails the node stays
// open. On a closed node it does nothing.
func (n *Node) Close(free func() error) error { return n.close(freeing, free) }

// CloseWaiting is Close for a node with work to wait for. Until attempt calls Exclude leases
// are given, so that the work can be waited for, or ended, by other calls too; attempt must
// call Exclude before it frees anything.
func (n *Node) CloseWaiting(attempt func() error) error { return n.close(closing, attempt) }

func (n *Node) close(begin state, free func() error) error {
	first, err := n.begin(begin)
	if !first {
		return err
	}
	err = free()
	n.end(err == nil)
	return err
}

// begin moves an open node to a state of closing; first is false when there is nothing to
// free.
func (n *Node) begin(to state) (first bool, err error) {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	switch {
	case n.state == closed:
		return false, nil
	case n.state != open:
		return false, n.errClosing()
	case len(n.children) > 0:
		room := most
		return false, fmt.Errorf("%s still has %s: %w", n, list(n.children, &room), errclass.Busy)
	case n.leases > 0:
		return false, n.errLeased()
	}
	n.moveTo(to)
	return true, nil
}

func (n *Node) errLeased() error {
	return fmt.Errorf("%s is in use by calls that have not returned (%d%s): %w", n, n.leases, n.kind.calls(), errclass.Busy)
}

// Exclude waits until no lease is held, and gives none until the Close ends or Readmit. It
// fails when ctx ends first. A node that a forced shutdown has closed meanwhile is
// errclass.Closed: nothing of it may be freed.
func (n *Node) Exclude(ctx context.Context) error {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	for {
		switch {
		case n.state == closed:
			return n.errClosed()
		case n.leases == 0:
			n.moveTo(freeing)
			return nil
		}
		unleased, held := awaited(&n.unleased), n.errLeased()
		n.tree.mu.Unlock()
		select {
		case <-unleased:
			n.tree.mu.Lock()
		case <-ctx.Done():
			n.tree.mu.Lock()
			return fmt.Errorf("%w; %w", held, errclass.Ended(ctx))
		}
	}
}

// Readmit ends what Exclude began: the Close waits again.
func (n *Node) Readmit() {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	if n.state != closed {
		n.moveTo(closing)
	}
}

// moveTo changes the state of a node that is not closed. The tree is locked.
func (n *Node) moveTo(to state) {
	n.state = to
	if to == freeing {
		awaited(&n.outcome)
	} else {
		wake(&n.outcome)
	}
}

func (n *Node) end(ok bool) {
	n.tree.mu.Lock()
	defer n.tree.mu.Unlock()
	switch {
	case n.state == closed: // abandoned meanwhile, for good
	case ok:
		n.remove()
	default:
		n.moveTo(open)
	}
	n.signal()
}
