// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Binary is a loaded file of kernels. Its methods are safe for concurrent use. Close it
// when none of its kernels runs any more.
type Binary struct{ inner *loaded }

// loaded is the inner state; the registry and the functions point here.
type loaded struct {
	uses   core.Uses
	dev    *core.Device
	name   string // the file, for errors and reports
	handle driver.Binary
}

// Load loads a file of compiled kernels: an object file of the Ascend compiler, or on a
// simulated device what sim.KernelFile makes. A file that cannot be read, or is none of the
// device's, is [acl.ErrInvalid]; a library that cannot load kernels is
// [acl.ErrNotSupported].
//
// Source: aclrtBinaryLoadFromFile, acl_rt.h.
func Load(dev *acl.Device, path string) (*Binary, error) {
	b, err := load(dev, filepath.Base(path), func(d *core.Device) (driver.Binary, error) {
		abs, err := readable(path) // ACL wants an absolute path, and does not say what is wrong
		if err != nil {
			return 0, err
		}
		h, st := d.Driver.BinaryLoadFromFile(d.Context, abs)
		return h, aclerr.Of("aclrtBinaryLoadFromFile", st)
	})
	if err != nil {
		return nil, fmt.Errorf("kernel: load %q: %w", path, err)
	}
	return b, nil
}

// LoadBytes loads compiled kernels from memory, which may be changed afterwards. Data
// that is empty, or no binary of the device's, is [acl.ErrInvalid]; releases before CANN
// 8.5 load from files only, and return [acl.ErrNotSupported].
//
// Source: aclrtBinaryLoadFromData, acl_rt.h.
func LoadBytes(dev *acl.Device, data []byte) (*Binary, error) {
	name := fmt.Sprintf("binary of %d bytes", len(data))
	b, err := load(dev, name, func(d *core.Device) (driver.Binary, error) {
		if len(data) == 0 {
			return 0, fmt.Errorf("no data: %w", acl.ErrInvalid)
		}
		h, st := d.Driver.BinaryLoadFromData(d.Context, data)
		return h, aclerr.Of("aclrtBinaryLoadFromData", st)
	})
	if err != nil {
		return nil, fmt.Errorf("kernel: load %s: %w", name, err)
	}
	return b, nil
}

// readable returns the absolute path of a file that can be opened.
func readable(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("%w: %w", err, acl.ErrInvalid)
	}
	if err := f.Close(); err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

func load(dev *acl.Device, name string, call func(*core.Device) (driver.Binary, error)) (*Binary, error) {
	d := (*opaque.Device)(dev).Inner()
	if d == nil {
		return nil, fmt.Errorf("no device: %w", acl.ErrInvalid)
	}
	b := &loaded{dev: d, name: name}
	err := core.Create(d, func() (driver.Binary, error) { return call(d) },
		func(h driver.Binary) error {
			b.handle = h
			return d.Node.Add(&b.uses.Node, lifetime.Kernel, name, func(_ context.Context, reset bool) error { return b.close(reset) })
		},
		func(driver.Binary) error { return b.unload() })
	if err != nil {
		return nil, err
	}
	outer := &Binary{b}
	core.Watch(d.Runtime, outer, b.uses.Node)
	return outer, nil
}

func (b *loaded) unload() error {
	return aclerr.Of("aclrtBinaryUnLoad", b.dev.Driver.BinaryUnload(b.dev.Context, b.handle))
}

// Name returns the name of the file, without its folder, or for a binary that was loaded
// from memory a name made from its size.
func (b *Binary) Name() string { return b.inner.name }

// Close unloads the binary; its functions cannot be launched any more. While a launch has
// not been seen complete it fails with [acl.ErrBusy]: synchronize the stream first, or
// close it if it has failed. Closing twice does nothing.
//
// Source: aclrtBinaryUnLoad, acl_rt.h.
func (b *Binary) Close() error { return b.inner.close(false) }

func (b *loaded) close(reset bool) error {
	if reset {
		b.uses.Node.Abandon()
		return b.uses.MarkClosed(true)
	}
	err := b.uses.Node.Close(func() error {
		b.uses.Learn()
		if err := b.uses.MarkClosed(false); err != nil {
			return err
		}
		return b.unload()
	})
	if err != nil {
		return fmt.Errorf("kernel: close %q: %w", b.name, err)
	}
	return nil
}
