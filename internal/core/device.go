// SPDX-License-Identifier: Apache-2.0

package core

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

// Device is an open device. Several can be open under one number: they have the primary
// context in common, and all that is in it.
type Device struct {
	*Runtime
	*primary
	ID      int32
	Context driver.Context
	Node    *lifetime.Node
	End     func() error // runs after the close, nil for nothing
	Foreign bool         // something else has made the context and ends it
}

// primary is what the opens of one number have in common.
type primary struct {
	clock    clock
	checks   *checks // nil if the program's uses of memory are not checked
	mu       sync.Mutex
	streams  []*Stream // by slot; nil is a free slot
	unnamed  uint64    // streams so far without a name of the caller
	hooks    []*hook
	attached map[reflect.Type]any // see Attached

	late         atomic.Pointer[Failure] // see KeepFailure
	sharesEvents atomic.Bool             // see SharesEvents
}

// NewDevice makes the inner state of a device that the driver has opened. Its Node is
// for the caller to set.
func (r *Runtime) NewDevice(id int32, ac driver.Context) *Device {
	r.opening.Lock()
	defer r.opening.Unlock()
	if r.primaries == nil {
		r.primaries = make(map[int32]*primary)
	}
	p := r.primaries[id]
	if p == nil {
		p = &primary{clock: newClock()}
		p.checks = newChecks(r.Hazards, id, &p.clock)
		r.primaries[id] = p
	}
	return &Device{Runtime: r, primary: p, ID: id, Context: ac}
}

// Same reports whether two open devices are one: opened twice, they share everything.
func (d *Device) Same(o *Device) bool { return d.Runtime == o.Runtime && d.ID == o.ID }

// String returns the number of the device and the name of its driver.
func (d *Device) String() string { return fmt.Sprintf("device %d (%s)", d.ID, d.Driver.Describe()) }

// MemInfo asks for the memory of the device, in bytes: HBM, or DDR on a product without.
// The caller knows that the device is open.
func (d *Device) MemInfo() (free, total uint64, st driver.Status) {
	free, total, st = d.Driver.MemInfo(d.Context, driver.MemHBM)
	if st.OK() && total == 0 {
		return d.Driver.MemInfo(d.Context, driver.MemDDR)
	}
	return free, total, st
}

type hook struct{ synchronized, streamClosed func() }

// OnSynchronize makes every successful synchronize of a stream, an event or the device
// call f, which is when pools release memory. f must not block on the device. The returned
// function removes f.
func (p *primary) OnSynchronize(f func()) (remove func()) { return p.add(&hook{synchronized: f}) }

// OnStreamClosed makes the destruction of every stream of the device call f. f must not
// block on the device. The returned function removes f.
func (p *primary) OnStreamClosed(f func()) (remove func()) { return p.add(&hook{streamClosed: f}) }

func (p *primary) add(h *hook) (remove func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hooks = append(slices.Clip(p.hooks), h)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.hooks = slices.DeleteFunc(slices.Clone(p.hooks), func(o *hook) bool { return o == h })
	}
}

// Synchronized calls the functions of OnSynchronize after a synchronize that succeeded.
func (p *primary) Synchronized() {
	for _, h := range p.allHooks() {
		if h.synchronized != nil {
			h.synchronized()
		}
	}
}

// StreamClosed calls the functions of OnStreamClosed after a stream was destroyed.
func (p *primary) StreamClosed() {
	for _, h := range p.allHooks() {
		if h.streamClosed != nil {
			h.streamClosed()
		}
	}
}

// allHooks returns the hooks, a list that is never changed in place.
func (p *primary) allHooks() []*hook {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hooks
}
