// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
)

var _ driver.Annotator = (*Machine)(nil)

// streamLabel is what texts call a stream. It outlives the stream.
type streamLabel struct {
	id     int32
	device int32
	name   string // empty for none

	internal bool // aclpool has made the stream for itself
}

// String returns the name of the stream, or its number.
func (l *streamLabel) String() string {
	if l.name != "" {
		return fmt.Sprintf("stream %q", l.name)
	}
	return fmt.Sprintf("stream %d", l.id)
}

// onDevice returns the stream and its device as text.
func (l *streamLabel) onDevice() string { return fmt.Sprintf("%s of device %d", l, l.device) }

// NameStream sets the name of a stream in texts, and whether its work is marked as internal
// in [PoolEvent].
func (m *Machine) NameStream(h driver.Stream, name string, internal bool) {
	m.withDevice(handle(h), func(d *device) {
		if s := d.streams.get(h); s != nil {
			s.label.name, s.label.internal = name, internal
		}
	})
}

// NamePool sets the name of a pool in texts.
func (m *Machine) NamePool(h driver.Pool, name string) {
	m.withDevice(handle(h), func(d *device) {
		if p := d.pools.get(h); p != nil {
			p.label = fmt.Sprintf("pool %q", name)
		}
	})
}

// NoteFree sets where the program frees the memory that starts at an address.
func (m *Machine) NoteFree(a driver.Addr, h driver.Stream, place string) {
	d := m.deviceOf(a)
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	r := d.region(a)
	if r == nil {
		return
	}
	var by *streamLabel
	if s := d.streams.get(h); s != nil {
		by = s.label
	}
	r.freed.note(r.offset(a), by, place)
}

// withDevice calls f with the device of a handle, locked, if there is one.
func (m *Machine) withDevice(h handle, f func(d *device)) {
	if d := m.of(h); d != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		f(d)
	}
}
