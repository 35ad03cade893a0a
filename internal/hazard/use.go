// SPDX-License-Identifier: Apache-2.0

package hazard

import (
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/order"
)

// use is an operation that is kept because later ones may be unordered with it, or are
// described by it. Segments share it, and count their references.
type use struct {
	mode      hazard.Access
	refs      int
	next      *use // in the list of free ones
	Operation      // its stamp is retained
	argument  int
}

// writes reports whether an access of a mode writes.
func writes(m hazard.Access) bool { return m == hazard.Write || m == hazard.ReadWrite }

// conflicts reports whether two accesses to the same bytes need an order.
func conflicts(a, b hazard.Access) bool { return writes(a) || writes(b) }

// precedes reports whether an operation, whose access is only seen now, was enqueued earlier
// and is ordered before u. A call that works at once is never seen late.
func (u *use) precedes(s order.Stamp) bool { return s.Pos != 0 && u.Stamp.Knows(s.Place) }

// unordered reports whether nothing orders u and an operation.
func (u *use) unordered(s order.Stamp) bool { return !s.Knows(u.Stamp.Place) && !u.precedes(s) }

// past describes the operation in a finding.
func (u *use) past() Past {
	if u == nil {
		return Past{}
	}
	return pastOf(u.Operation, u.argument, u.mode)
}

func pastOf(o Operation, argument int, mode hazard.Access) Past {
	return Past{Name: o.Name, Stream: o.Stream, Position: o.Stamp.Pos, Argument: argument, Mode: mode, Site: o.Site}
}

// dropClock releases what was known before u, and leaves its place. Nothing that was enqueued
// before u can be seen any more.
func (u *use) dropClock() {
	u.Stamp.Release()
	u.Stamp = order.Stamp{Place: u.Stamp.Place}
}

// keep returns a use with one reference.
func (c *Checker) keep(o Operation, mode hazard.Access, argument int) *use {
	u := c.free.uses
	if u == nil {
		u = new(use)
	} else {
		c.free.uses = u.next
	}
	o.Stamp = o.Stamp.Retain()
	*u = use{Operation: o, mode: mode, argument: argument, refs: 1}
	c.kept++
	return u
}

// release gives one reference to u up.
func (c *Checker) release(u *use) {
	if u == nil {
		return
	}
	if u.refs--; u.refs > 0 {
		return
	}
	u.Stamp.Release()
	*u = use{next: c.free.uses}
	c.free.uses = u
	c.kept--
}

// add adds an operation to uses of the same bytes. It removes those that need not be known any
// more, because whatever conflicts with them and is ordered after u is ordered after them:
// those that u knows, except for writes if u only reads. What the host knows is removed, too.
// If u is nil, nothing is added.
func (c *Checker) add(all []*use, u *use) []*use {
	left := all[:0]
	for _, k := range all {
		if c.host.Knows(k.Stamp.Place) || u != nil && u.replaces(k) {
			c.release(k)
		} else {
			left = append(left, k)
		}
	}
	if u != nil {
		u.refs++
		left = append(left, u)
	}
	return left
}

func (u *use) replaces(k *use) bool {
	return (writes(u.mode) || !writes(k.mode)) && u.Stamp.Knows(k.Stamp.Place)
}
