// SPDX-License-Identifier: Apache-2.0

package core

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

// Device is an open device.
type Device struct {
	*Runtime
	ID      int32
	Context driver.Context
	Node    *lifetime.Node

	// Probing is held while a probe runs; PoolSupport is what one has found: 0 unknown, 1
	// yes, 2 no.
	Probing     sync.Mutex
	PoolSupport atomic.Int32

	mu      sync.Mutex
	streams []*Stream // by slot; nil is a free slot
	hooks   []*hook
}

// Same reports whether two open devices are one: opened twice, they share everything.
func (d *Device) Same(o *Device) bool { return d.Runtime == o.Runtime && d.ID == o.ID }

type hook struct{ synchronized func() }

// OnSynchronize has f called after every successful synchronize of a stream, an event
// or the device, which is when pools give memory back. f must not block on the device.
// The answer takes f out again.
func (d *Device) OnSynchronize(f func()) (remove func()) {
	h := &hook{f}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hooks = append(slices.Clip(d.hooks), h)
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.hooks = slices.DeleteFunc(slices.Clone(d.hooks), func(o *hook) bool { return o == h })
	}
}

// Synchronized tells the pools of the device that a synchronize has succeeded.
func (d *Device) Synchronized() {
	d.mu.Lock()
	hooks := d.hooks // never changed in place
	d.mu.Unlock()
	for _, h := range hooks {
		h.synchronized()
	}
}
