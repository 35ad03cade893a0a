// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
)

// mapping is physical memory at an address.
type mapping struct {
	extent
	handle *physicalHandle
	open   bool // to its device and the peers of that, as long as no access is set
	access map[driver.MemLocation]driver.MemAccessFlags
}

// allowed returns what a device may do with the memory. The device is locked.
func (x *mapping) allowed(d *device) driver.MemAccessFlags {
	if f, set := x.access[driver.MemLocation{ID: d.id, Type: driver.LocationTypeDevice}]; set {
		return f
	}
	if x.open && (x.handle.user == d || d.peers[x.handle.user.id]) {
		return driver.AccessReadWrite
	}
	return driver.AccessNone
}

// mappings is what is mapped in a range. Accesses may reach over several mappings.
type mappings struct {
	extentAllocations // the same
	byStart           map[uint64]*mapping
}

func (x *mappings) len() int { return len(x.byStart) }

func (x *mappings) startingAt(off uint64) *mapping { return x.byStart[off] }

func (x *mappings) add(a *mapping) {
	if x.byStart == nil {
		x.byStart = make(map[uint64]*mapping)
	}
	x.byStart[a.off] = a
	x.allocateAtOnce(a.extent)
}

func (x *mappings) delete(a *mapping) {
	delete(x.byStart, a.off)
	x.freeAtOnce(a.extent)
}

// any returns one of the mappings, nil if there is none.
func (x *mappings) any() *mapping {
	for _, a := range x.byStart {
		return a
	}
	return nil
}

// all returns the mappings by address.
func (x *mappings) all() (list []*mapping) {
	for off := uint64(0); ; {
		e, ok := x.live.after(off)
		if !ok {
			return list
		}
		list = append(list, x.byStart[e.off])
		off = e.end()
	}
}

// overlap reports whether memory is mapped in an extent.
func (x *mappings) overlap(e extent) bool {
	first, ok := x.live.after(e.off)
	return ok && first.off < e.end()
}

// holdsLive reports whether memory is mapped in all of [off, off+n).
func (x *mappings) holdsLive(off, n uint64) bool {
	for end := off + n; ; {
		e, ok := x.live.after(off)
		if !ok || e.off > off {
			return false
		}
		if end <= e.end() {
			return true
		}
		off = e.end()
	}
}

// holdsMapped is holdsLive: mapping takes effect within the call.
func (x *mappings) holdsMapped(off, n uint64) bool { return x.holdsLive(off, n) }

// check returns an error unless a device may access all of [off, off+n) in the range at base.
// The device is locked.
func (x *mappings) check(d *device, off, n uint64, writes bool, base uint64) error {
	if !x.holdsLive(off, n) {
		return fmt.Errorf("no memory is mapped in all of the %d bytes at %#x", n, base+off)
	}
	need, verb := driver.AccessRead, "read"
	if writes {
		need, verb = driver.AccessReadWrite, "write"
	}
	for at := off; at < off+max(n, 1); {
		e, _ := x.live.after(at)
		if x.byStart[e.off].allowed(d)&need != need {
			return fmt.Errorf("device %d may not %s the memory that is mapped at %#x", d.id, verb, base+e.off)
		}
		at = e.end()
	}
	return nil
}
