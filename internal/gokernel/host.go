// SPDX-License-Identifier: Apache-2.0

package gokernel

import "errors"

// Host is a driver whose device runs kernels in Go.
type Host interface {
	// RegisterKernel makes a kernel known to the device. Its errors name the kernel.
	RegisterKernel(name string, k Kernel) error
}

// process has the kernels of the process, and its host, which the table's lock guards.
var process struct {
	table Table
	host  Host
}

// Register makes a kernel known to every simulated device of the process, the host's
// included, now or when it attaches. It fails as [Table.Register] does, and if the host
// refuses the kernel, which no device knows then.
func Register(name string, k Kernel) error {
	return process.table.register(name, k, func() error {
		if process.host == nil {
			return nil
		}
		return process.host.RegisterKernel(name, k)
	})
}

// Attach hands all kernels to a host, and every later one. A process has one host. A kernel
// that it refuses does not keep it from the others.
func Attach(h Host) error {
	t := &process.table
	t.mu.Lock()
	defer t.mu.Unlock()
	process.host = h
	var errs []error
	for name, k := range t.kernels {
		if err := h.RegisterKernel(name, k); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Get returns the kernel of a name that every device knows, nil for none.
func Get(name string) Kernel { return process.table.Get(name) }

// Names returns the names of the kernels that every device knows, sorted.
func Names() []string { return process.table.Names() }
