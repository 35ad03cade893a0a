// SPDX-License-Identifier: Apache-2.0

// Package gokernel is where kernels in Go and a simulated device outside of Go find each
// other: a program registers kernels, and a driver whose device can run them attaches
// itself, in either order. The simulated device in Go has a table of its own.
package gokernel

import (
	"errors"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
)

// ErrOverflow is what a kernel returns, possibly wrapped, when a number got too large for
// its type: the next synchronize reports it, and the stream goes on.
var ErrOverflow = errors.New("number too large for its type")

// Kernel is a kernel in Go. It runs once for every block of a launch. An error or a panic
// fails the stream, unless the error is [ErrOverflow].
type Kernel func(*Call) error

// Call is one block of a launch. It is valid until the kernel returns, and belongs to the
// goroutine that runs it.
type Call struct {
	Name   string // of the kernel
	Block  uint32 // number of this block, from 0
	Blocks uint32 // number of blocks of the launch
	Args   []byte // the arguments
	Device Device
}

// Device is what a running kernel can ask of its device.
type Device interface {
	// Memory views n bytes of device memory until the kernel returns.
	Memory(a driver.Addr, n uint64) ([]byte, error)
	// Done is closed when the device gives up on the kernel.
	Done() <-chan struct{}
}

// Host is a driver whose device runs kernels in Go.
type Host interface {
	// RegisterKernel makes a kernel known to the device. Its errors name the kernel.
	RegisterKernel(name string, k Kernel) error
}

var process struct {
	mu      sync.Mutex
	names   []string
	kernels []Kernel
	host    Host
}

// Register makes a kernel known to the host of this process, now or when it attaches. It
// fails if the host refuses the name.
func Register(name string, k Kernel) error {
	process.mu.Lock()
	defer process.mu.Unlock()
	if process.host != nil {
		if err := process.host.RegisterKernel(name, k); err != nil {
			return err
		}
	}
	process.names = append(process.names, name)
	process.kernels = append(process.kernels, k)
	return nil
}

// Attach hands all kernels to a host, and every later one. A process has one host. What it
// refuses does not keep it from the others.
func Attach(h Host) error {
	process.mu.Lock()
	defer process.mu.Unlock()
	process.host = h
	var errs []error
	for i, name := range process.names {
		if err := h.RegisterKernel(name, process.kernels[i]); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
