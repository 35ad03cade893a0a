// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// kernelDevice is what a running kernel of a stream asks of the device.
type kernelDevice struct {
	stream *stream
	done   <-chan struct{}
}

var (
	_ gokernel.Device = (*kernelDevice)(nil)
	_ gokernel.Reader = (*kernelDevice)(nil)
)

func (d *kernelDevice) Done() <-chan struct{} { return d.done }

func (d *kernelDevice) Memory(a driver.Addr, n uint64) ([]byte, error) {
	return d.get(a, n, true)
}

// ReadMemory is Memory for a kernel that only reads.
func (d *kernelDevice) ReadMemory(a driver.Addr, n uint64) ([]byte, error) {
	return d.get(a, n, false)
}

func (d *kernelDevice) get(a driver.Addr, n uint64, writes bool) ([]byte, error) {
	b, err := d.stream.view(a, n, writes)
	if w, ok := d.stream.task.watch.(*deviceWatch); ok {
		err = w.asks(a, n, writes, err)
	}
	if err != nil {
		return nil, err
	}
	d.stream.use(a, b, writes)
	return b, nil
}

// RegisterKernel makes a kernel known to this machine, where it comes before one of the
// same name that every machine knows (package gokernel). It fails as [gokernel.Register]
// does.
func (m *Machine) RegisterKernel(name string, k gokernel.Kernel) error {
	return m.kernels.Register(name, k)
}

// kernel returns the kernel registered under a name, nil for none.
func (m *Machine) kernel(name string) gokernel.Kernel {
	if k := m.kernels.Get(name); k != nil {
		return k
	}
	return gokernel.Get(name)
}

// kernelNames returns the names of the kernels that this machine knows, for texts.
func (m *Machine) kernelNames() []string {
	names := append(m.kernels.Names(), gokernel.Names()...)
	slices.Sort(names)
	if names = slices.Compact(names); len(names) == 0 {
		return []string{"none"}
	}
	return names
}
