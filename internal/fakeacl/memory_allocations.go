// SPDX-License-Identifier: Apache-2.0

package fakeacl

// allocations is what is allocated in a region. It is known twice. An allocation is live
// by the calls made so far, which is what new calls are checked against. It is mapped by
// what has executed, which is what the device can touch.
//
// Where allocations overlap, which those of the releases can, the later one replaces the
// others. What is freed is what at has returned.
type allocations interface {
	at(off uint64) (extent, bool)         // the live allocation that starts there
	containing(off uint64) (extent, bool) // the live allocation that contains off
	holdsLive(off, n uint64) bool         // whether one live allocation contains all of [off, off+n)
	holdsMapped(off, n uint64) bool       // whether one mapped allocation does
	allocate(e extent)                    // by a call: it becomes live
	free(e extent)                        // by a call: it is no longer live
	executeAllocate(e extent)             // it becomes mapped
	executeFree(e extent)                 // it is no longer mapped, if it was
	allocateAtOnce(e extent)              // both allocate and executeAllocate
	freeAtOnce(e extent)                  // both free and executeFree
}

// extentAllocations keeps each of the two in a set of its own.
type extentAllocations struct{ live, mapped extents }

func (x *extentAllocations) at(off uint64) (extent, bool) { return x.live.at(off) }
func (x *extentAllocations) containing(off uint64) (extent, bool) {
	return x.live.containing(off)
}
func (x *extentAllocations) holdsLive(off, n uint64) bool   { return x.live.hold(off, n) }
func (x *extentAllocations) holdsMapped(off, n uint64) bool { return x.mapped.hold(off, n) }
func (x *extentAllocations) allocate(e extent)              { x.live.replace(e) }
func (x *extentAllocations) free(e extent)                  { x.live.remove(e) }
func (x *extentAllocations) executeAllocate(e extent)       { x.mapped.replace(e) }
func (x *extentAllocations) executeFree(e extent)           { x.mapped.remove(e) }

func (x *extentAllocations) allocateAtOnce(e extent) {
	x.allocate(e)
	x.executeAllocate(e)
}

func (x *extentAllocations) freeAtOnce(e extent) {
	x.free(e)
	x.executeFree(e)
}
