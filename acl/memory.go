// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Memory is plain device memory, allocated and freed at once and in no stream's order.
// For memory that comes and goes with a stream's work use a pool of package mempool. Its
// methods are safe for concurrent use.
type Memory struct{ inner *memory }

// memory is the inner state; the registry points here.
type memory struct {
	dev  *core.Device
	ptr  DevicePtr
	size uint64
	node *lifetime.Node
}

// Malloc allocates size bytes of device memory, aligned to 64 bytes, with contents
// undefined. Zero bytes is [ErrInvalid]; more than the device has left is
// [ErrOutOfMemory] with the numbers. It does not wait for any stream.
//
// Source: aclrtMalloc, acl_rt.h.
func (d *Device) Malloc(size uint64) (*Memory, error) {
	c := d.inner()
	if size == 0 {
		return nil, fmt.Errorf("acl: allocate 0 bytes on device %d: ask for at least 1: %w", c.ID, ErrInvalid)
	}
	// The lease keeps the device open until the memory is registered.
	if err := c.Node.Enter(); err != nil {
		return nil, fmt.Errorf("acl: allocate %d bytes: %w", size, err)
	}
	defer c.Node.Leave()
	a, st := c.Driver.Malloc(c.Context, size, driver.MallocHugeFirst)
	if !st.OK() {
		return nil, fmt.Errorf("acl: allocate %d bytes on device %d%s: %w", size, c.ID, whatIsLeft(c), errorOf("aclrtMalloc", st))
	}
	m := &memory{dev: c, ptr: DevicePtr(a), size: size}
	if err := c.Node.Add(&m.node, lifetime.Memory, fmt.Sprintf("%#x", a), m.force); err != nil {
		return nil, fmt.Errorf("acl: allocate %d bytes: %w", size, errors.Join(err, m.free()))
	}
	outer := &Memory{m}
	core.Watch(c.Runtime, outer, m.node)
	return outer, nil
}

// whatIsLeft tells what an exhausted device has left, for the text of an error.
func whatIsLeft(c *core.Device) string {
	free, total, st := c.MemInfo()
	if !st.OK() {
		return ""
	}
	return fmt.Sprintf(", which has %d of %d bytes free; free something, or synchronize and trim its pools", free, total)
}

// View answers all of the memory.
func (m *Memory) View() View {
	return View(opaque.NewView(m.inner.dev, driver.Addr(m.inner.ptr), m.inner.size))
}

// Ptr answers the address of the first byte.
func (m *Memory) Ptr() DevicePtr { return m.inner.ptr }

// Size answers the bytes that were asked for.
func (m *Memory) Size() uint64 { return m.inner.size }

// Close gives the memory back at once. It does not wait: synchronize the streams that use
// it first. Freeing twice does nothing.
//
// Source: aclrtFree, acl_rt.h.
func (m *Memory) Close() error {
	return m.inner.close()
}

func (m *memory) close() error {
	if err := m.node.Close(m.free); err != nil {
		return fmt.Errorf("acl: free %d bytes at %#x on device %d: %w", m.size, m.ptr, m.dev.ID, err)
	}
	return nil
}

func (m *memory) free() error {
	return errorOf("aclrtFree", m.dev.Driver.Free(m.dev.Context, driver.Addr(m.ptr)))
}

func (m *memory) force(_ context.Context, reset bool) error {
	if reset {
		m.node.Abandon()
		return nil
	}
	return m.close()
}
