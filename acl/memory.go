// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/internal/caller"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	checker "github.com/ascend-go/aclpool/internal/hazard"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Memory is plain device memory, allocated and freed at once and in no stream's order.
// For memory that is allocated and freed with a stream's work use a pool of package mempool. Its
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
// undefined. Zero bytes, and a size that rounded up exceeds 64 bits, are [ErrInvalid]; more
// than the device has left is [ErrOutOfMemory] with the numbers. It does not wait for any stream.
//
// Source: aclrtMalloc, acl_rt.h.
func (d *Device) Malloc(size uint64) (*Memory, error) {
	c := d.inner()
	if size == 0 {
		return nil, fmt.Errorf("acl: allocate 0 bytes on device %d: ask for at least 1: %w", c.ID, ErrInvalid)
	}
	m := &memory{dev: c, size: size}
	err := core.Create(c, func() (driver.Addr, error) {
		a, st := c.Driver.Malloc(c.Context, size, driver.MallocHugeFirst)
		if !st.OK() {
			err := errorOf("aclrtMalloc", st)
			if errors.Is(err, ErrOutOfMemory) {
				err = fmt.Errorf("%s%w", left(c), err)
			}
			return 0, err
		}
		return a, nil
	}, func(a driver.Addr) error {
		m.ptr = DevicePtr(a)
		c.HostAllocated(checker.Block{Range: m.memory(), Rounded: size})
		return c.Node.Add(&m.node, lifetime.Memory, fmt.Sprintf("%#x", a), m.force)
	}, func(driver.Addr) error { return m.free() })
	if err != nil {
		return nil, fmt.Errorf("acl: allocate %d bytes on device %d: %w", size, c.ID, err)
	}
	outer := &Memory{m}
	core.Watch(c.Runtime, outer, m.node)
	return outer, nil
}

// left returns how much memory an exhausted device has left, for the text of an error.
func left(c *core.Device) string {
	free, total, st := c.MemInfo()
	if !st.OK() {
		return ""
	}
	return fmt.Sprintf("%d of %d bytes free; free something, or synchronize and trim the pools: ", free, total)
}

// View returns the whole memory.
func (m *Memory) View() View {
	return View(opaque.NewView(m.inner.dev, driver.Addr(m.inner.ptr), m.inner.size))
}

// Ptr returns the address of the first byte.
func (m *Memory) Ptr() DevicePtr { return m.View().Ptr() }

// Size returns the size in bytes that was asked for.
func (m *Memory) Size() uint64 { return m.inner.size }

// Close frees the memory at once. It does not wait: synchronize the streams that use it
// first. Closing twice does nothing.
//
// Source: aclrtFree, acl_rt.h.
func (m *Memory) Close() error {
	return m.inner.close()
}

func (m *memory) close() error { return m.closeWith(m.checkedFree) }

func (m *memory) closeWith(free func() error) error {
	if err := m.node.Close(free); err != nil {
		return fmt.Errorf("acl: free %d bytes at %#x on device %d: %w", m.size, m.ptr, m.dev.ID, err)
	}
	return nil
}

// memory returns the memory as the checks of stream order know it.
func (m *memory) memory() checker.Range { return core.DeviceRange(driver.Addr(m.ptr), m.size) }

// checkedFree is free by the program.
func (m *memory) checkedFree() error {
	if err := m.dev.HostFreeing(m.memory()); err != nil {
		return err
	}
	err := m.free()
	if err != nil {
		m.dev.FreeFailed(m.memory())
	}
	return err
}

func (m *memory) free() error {
	if m.dev.Node.KeepsStacks() {
		m.dev.NoteFree(driver.Addr(m.ptr), nil, caller.Here().String())
	}
	return errorOf("aclrtFree", m.dev.Driver.Free(m.dev.Context, driver.Addr(m.ptr)))
}

func (m *memory) force(_ context.Context, reset bool) error {
	if reset {
		m.node.Abandon()
		return nil
	}
	return m.closeWith(func() error {
		m.dev.HostFreed(m.memory()) // the shutdown has waited for the device
		return m.free()
	})
}
