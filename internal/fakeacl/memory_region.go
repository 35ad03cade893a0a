// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/hostmem"
)

// region is a range of device addresses with the host memory behind it: the heap of
// plain allocations, one pool, or one range of virtual memory.
type region struct {
	mu     *sync.Mutex // of the device, or of virtual memory; guards the region
	device *device     // nil for virtual memory
	log    func(msg string)
	base   driver.Addr
	size   uint64 // bytes
	memory hostMemory

	allocations allocations
	lastID      uint64

	label   string                   // what texts call it
	freed   freedBlocks              // the last ones
	trimmed func(off, n uint64) bool // whether memory has gone back to the device; nil if it never does while the region lives

	// allocating returns the stream that an allocation which has not executed is enqueued on;
	// nil if allocations execute at the call.
	allocating func(e extent) *streamLabel

	views    []extent // of running operations
	deferred []extent // releases deferred until no view is on them
	closed   bool     // to be closed once there are no views
}

// hostMemory is memory of the host as package hostmem has it: a Range, or a Window.
type hostMemory interface {
	Commit(off, n uint64) error
	Release(off, n uint64) error
	Bytes(off, n uint64) ([]byte, error)
	Close() error
}

// newRegion reserves size bytes at base. Nothing is allocated yet.
func newRegion(d *device, base driver.Addr, size uint64, none allocations, label string) (*region, error) {
	memory, err := hostmem.Reserve(size)
	if err != nil {
		return nil, err
	}
	return &region{
		mu: &d.mu, device: d, log: d.machine.log,
		base: base, size: size, memory: memory, allocations: none, label: label,
	}, nil
}

// owner says whose memory it is, for texts.
func (r *region) owner() string {
	if r.device == nil {
		return r.label
	}
	return fmt.Sprintf("device %d", r.device.id)
}

func (r *region) contains(a driver.Addr) bool { return a >= r.base && uint64(a-r.base) < r.size }

// offset returns how many bytes after the base an address is.
func (r *region) offset(a driver.Addr) uint64 { return uint64(a - r.base) }

// commit puts memory behind [off, off+n).
func (r *region) commit(off, n uint64) error {
	if len(r.deferred) > 0 {
		r.keepCommitted(extent{off: off, size: n})
	}
	return r.memory.Commit(off, n)
}

// keepCommitted removes an extent from the releases that are deferred, since its memory is
// in use again.
func (r *region) keepCommitted(used extent) {
	var rest []extent
	for _, o := range r.deferred {
		if !o.overlaps(used) {
			rest = append(rest, o)
			continue
		}
		if o.off < used.off {
			rest = append(rest, extent{off: o.off, size: used.off - o.off})
		}
		if o.end() > used.end() {
			rest = append(rest, extent{off: used.end(), size: o.end() - used.end()})
		}
	}
	r.deferred = rest
}

// release gives the memory behind [off, off+n) back to the host, later if a running
// operation has a view of it.
func (r *region) release(off, n uint64) {
	e := extent{off: off, size: n}
	if slices.ContainsFunc(r.views, e.overlaps) {
		r.deferred = append(r.deferred, e)
		return
	}
	if err := r.memory.Release(off, n); err != nil {
		r.log(fmt.Sprintf("memory of %s stays with the process: %v", r.owner(), err))
	}
}

// view returns [off, off+n) for the time until unview. It fails unless all of it is in
// one allocation that has executed and has not been freed by execution.
func (r *region) view(off, n uint64) ([]byte, error) {
	if r.closed || !r.allocations.holdsMapped(off, n) {
		return nil, fmt.Errorf("%s device memory%s", notIn(n, r.base+driver.Addr(off)), r.absent(off, n))
	}
	// A trim as some releases do it takes memory away that the device can still touch.
	if err := r.memory.Commit(off, n); err != nil {
		return nil, err
	}
	b, err := r.memory.Bytes(off, n)
	if err != nil {
		return nil, err
	}
	r.views = append(r.views, extent{off: off, size: n})
	return b, nil
}

// unview ends a view.
func (r *region) unview(off, n uint64) {
	i := slices.Index(r.views, extent{off: off, size: n})
	r.views = slices.Delete(r.views, i, i+1)
	if len(r.views) > 0 {
		return
	}
	if r.closed {
		r.unmap()
		return
	}
	for _, o := range r.deferred {
		r.release(o.off, o.size)
	}
	r.deferred = r.deferred[:0]
}

// close gives everything back, later if running operations have views.
func (r *region) close() {
	r.closed = true
	r.allocations = new(extentAllocations)
	if len(r.views) == 0 {
		r.unmap()
	}
}

func (r *region) unmap() {
	if err := r.memory.Close(); err != nil {
		r.log(fmt.Sprintf("memory of %s stays with the process: %v", r.owner(), err))
	}
}
