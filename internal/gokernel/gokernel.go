// SPDX-License-Identifier: Apache-2.0

// Package gokernel has the kernels in Go: their type, and the registry of those that every
// simulated device of the process runs. The device in Go looks them up; a driver whose
// device is outside of Go and can run them attaches itself as a [Host].
package gokernel

import (
	"errors"

	"github.com/ascend-go/aclpool/internal/driver"
)

// ErrOverflow is what a kernel returns, possibly wrapped, when a number got too large for
// its type: the next synchronize reports it, and the stream goes on.
var ErrOverflow = errors.New("number too large for its type")

// Kernel is a kernel in Go. It runs once for every block of a launch, in order. An error or
// a panic fails the stream, unless the error is [ErrOverflow]. It may block if it also
// waits for Done.
type Kernel func(*Call) error

// Call is one block of a launch. It is valid until the kernel returns, and belongs to the
// goroutine that runs it.
type Call struct {
	Name   string // of the kernel
	Block  uint32 // number of this block, from 0
	Blocks uint32 // number of blocks of the launch
	Args   []byte // the arguments
	Exact  bool   // whether Args has what the launch passed and no more; memory of the device can be longer
	Device
}

// Device is what a running kernel can ask of its device.
type Device interface {
	// Memory views n bytes of device memory until the kernel returns. It fails unless all
	// of them are in one allocation that is there at this moment, of this device or of one
	// that it may reach.
	Memory(a driver.Addr, n uint64) ([]byte, error)
	// Done is closed when the stream is aborted or destroyed, or the device closed. What
	// the kernel returns then counts for nothing.
	Done() <-chan struct{}
}

// Reader is a Device that tells reading from writing.
type Reader interface {
	// ReadMemory is Memory for bytes that the kernel only reads.
	ReadMemory(a driver.Addr, n uint64) ([]byte, error)
}
