//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #include <stdlib.h>
// #include "gokernel.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime/cgo"
	"sync"
	"unsafe"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

var _ gokernel.Host = (*Library)(nil)

// goKernel is a kernel in Go that is registered with the library.
type goKernel struct {
	name string
	run  gokernel.Kernel
}

// RegisterKernel registers a kernel in Go with the library for the life of the process. It
// fails on libraries other than the simulated device.
func (l *Library) RegisterKernel(name string, k gokernel.Kernel) error {
	text, ok := cString(name)
	if !ok {
		return fmt.Errorf("register kernel %s: the name contains a zero byte", quote(name))
	}
	h := cgo.NewHandle(goKernel{name, k}) // not deleted: the library keeps it
	if code := driver.Code(C.aclpool_sim_register(chars(text), C.uintptr_t(h))); code != driver.Success {
		h.Delete()
		return fmt.Errorf("register kernel %q: the library returned %v (%d)", name, code, int32(code))
	}
	return nil
}

// Reset discards the simulated machine; the next call creates another one. It returns
// driver.CodeNoSymbol on libraries other than the simulated device.
func (l *Library) Reset() driver.Status {
	code := driver.Code(C.aclpool_sim_reset())
	if code == driver.CodeNoSymbol {
		return driver.Fail(code, "aclpoolSimReset")
	}
	return driver.Status{Code: code}
}

// attachKernels registers the kernels in Go if the library is the simulated device.
func (l *Library) attachKernels() error {
	if C.aclpool_sim_find() == 0 {
		return nil
	}
	return gokernel.Attach(l)
}

// kernelRun is what a kernel in Go gets for one block of a launch.
type kernelRun struct {
	call   gokernel.Call
	device simDevice
}

// runs has the values of calls that have returned, so that a launch allocates nothing. A
// kernel keeps neither of them beyond its return.
var runs = sync.Pool{New: func() any { return new(kernelRun) }}

// aclpoolRunKernel runs a kernel in Go for a thread of the library.
//
//export aclpoolRunKernel
func aclpoolRunKernel(user C.uintptr_t, args unsafe.Pointer, size C.size_t, block, blocks C.uint32_t, number C.uint64_t) C.int {
	k := cgo.Handle(user).Value().(goKernel)
	r := runs.Get().(*kernelRun)
	r.device.number = number
	r.call = gokernel.Call{
		Name:   k.name,
		Block:  uint32(block),
		Blocks: uint32(blocks),
		Args:   unsafe.Slice((*byte)(args), size),
		Device: &r.device,
	}
	err := k.run.RunApart(&r.call) // neither a panic nor the end of a goroutine may unwind through C
	*r = kernelRun{}
	runs.Put(r)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, gokernel.ErrOverflow):
		return C.ACLPOOL_SIM_OVERFLOW
	}
	why := C.CString(err.Error())
	defer C.free(unsafe.Pointer(why))
	C.aclpool_sim_fail(why)
	return 1
}

// simDevice is the device on which a kernel runs.
type simDevice struct {
	number C.uint64_t
	once   sync.Once
	done   chan struct{}
}

func (d *simDevice) Memory(a driver.Addr, n uint64) ([]byte, error) {
	if n == 0 {
		return nil, nil
	}
	return viewed(C.aclpool_sim_memory(d.number, C.uint64_t(a), C.uint64_t(n)), a, n)
}

// ReadMemory is Memory for bytes that the kernel only reads. With a library that does not tell
// reading from writing it is the same.
func (d *simDevice) ReadMemory(a driver.Addr, n uint64) ([]byte, error) {
	if n == 0 {
		return nil, nil
	}
	return viewed(C.aclpool_sim_read_memory(d.number, C.uint64_t(a), C.uint64_t(n)), a, n)
}

// viewed returns n bytes at p, which the library has for those at a; NULL if it refuses.
func viewed(p unsafe.Pointer, a driver.Addr, n uint64) ([]byte, error) {
	if p == nil {
		return nil, fmt.Errorf("%d bytes at %#x are not in one live allocation that the kernel's device can reach", n, uint64(a))
	}
	return unsafe.Slice((*byte)(p), n), nil
}

// Done returns a channel that is closed when the device gives up on the kernel. It occupies
// a thread until then or until the kernel has returned.
func (d *simDevice) Done() <-chan struct{} {
	d.once.Do(func() {
		done := make(chan struct{})
		d.done = done
		go func(number C.uint64_t) {
			if C.aclpool_sim_wait_given_up(number) != 0 {
				close(done)
			}
		}(d.number)
	})
	return d.done
}
