//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #include "simkernel.h"
import "C"

import (
	"errors"
	"fmt"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// kernelCall is a running call of a kernel in C.
type kernelCall struct {
	*gokernel.Call
	why      string        // reason for a failure, set by the kernel
	returned chan struct{} // closed when it has returned
}

// calls are the running kernel calls, by number, because C cannot hold Go pointers.
var calls struct {
	mu   sync.Mutex
	last uint64
	live map[uint64]*kernelCall
}

// begin registers a call and returns its number.
func begin(c *gokernel.Call) (uint64, *kernelCall) {
	k := &kernelCall{Call: c, returned: make(chan struct{})}
	calls.mu.Lock()
	defer calls.mu.Unlock()
	if calls.live == nil {
		calls.live = make(map[uint64]*kernelCall)
	}
	calls.last++
	calls.live[calls.last] = k
	return calls.last, k
}

func end(number uint64, k *kernelCall) {
	close(k.returned)
	calls.mu.Lock()
	defer calls.mu.Unlock()
	delete(calls.live, number)
}

// callOf returns the call with the number, or nil if it has returned.
func callOf(number uint64) *kernelCall {
	calls.mu.Lock()
	defer calls.mu.Unlock()
	return calls.live[number]
}

//export simRegisterKernel
func simRegisterKernel(name *C.char, fn C.aclpoolSimKernel, user C.uintptr_t) int32 {
	return attempt(func() driver.Status {
		err := gokernel.Register(C.GoString(name), func(c *gokernel.Call) error { return run(fn, user, c) })
		if err != nil {
			return driver.Fail(driver.InvalidParam, err.Error())
		}
		return driver.Status{}
	})
}

//export simLaunchByName
func simLaunchByName(ac uintptr, name *C.char, blocks uint32, s uintptr, args *byte, size uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.LaunchByName(driver.Context(ac), C.GoString(name), blocks, driver.Stream(s), bytesAt(args, size))
	})
}

// run runs a kernel in C.
func run(fn C.aclpoolSimKernel, user C.uintptr_t, c *gokernel.Call) error {
	number, k := begin(c)
	defer end(number, k)
	var args *C.uint8_t
	if len(c.Args) > 0 {
		args = (*C.uint8_t)(&c.Args[0])
	}
	code := C.sim_run_kernel(fn, user, args, C.size_t(len(c.Args)), C.uint32_t(c.Block), C.uint32_t(c.Blocks), C.uint64_t(number))
	switch {
	case code == 0:
		return nil
	case code == C.ACLPOOL_SIM_OVERFLOW:
		return gokernel.ErrOverflow
	case k.why != "":
		return errors.New(k.why)
	}
	return fmt.Errorf("the kernel returned %d", int32(code))
}

// simMemory returns 0 for memory that the kernel may not access. It returns a number because
// the memory may be that of the kernel's arguments, which is Go's. C has a pointer to the
// arguments already, so that they stay where they are until the kernel returns.
//
//export simMemory
func simMemory(number, addr, size uint64) uintptr {
	return memoryOf(number, size, func(k *kernelCall) ([]byte, error) { return k.Memory(driver.Addr(addr), size) })
}

// simReadMemory is simMemory for memory that the kernel only reads.
//
//export simReadMemory
func simReadMemory(number, addr, size uint64) uintptr {
	return memoryOf(number, size, func(k *kernelCall) ([]byte, error) {
		return k.Device.(gokernel.Reader).ReadMemory(driver.Addr(addr), size)
	})
}

func memoryOf(number, size uint64, get func(*kernelCall) ([]byte, error)) (p uintptr) {
	attempt(func() driver.Status {
		if k := callOf(number); k != nil && size > 0 {
			if b, err := get(k); err == nil {
				p = uintptr(driver.OnHost(b).Host)
			}
		}
		return driver.Status{}
	})
	return p
}

//export simNoteMalloc
func simNoteMalloc(ac uintptr, addr, size uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.CarveBlock(driver.Context(ac), driver.Addr(addr), size, driver.Stream(s))
	})
}

//export simNoteFree
func simNoteFree(ac uintptr, addr uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.ReturnBlock(driver.Context(ac), driver.Addr(addr), driver.Stream(s))
	})
}

//export simFail
func simFail(number uint64, why *C.char) {
	if k := callOf(number); k != nil {
		k.why = C.GoString(why)
	}
}

//export simGivenUp
func simGivenUp(number uint64) int32 {
	if k := callOf(number); k != nil {
		select {
		case <-k.Done():
			return 1
		default:
		}
	}
	return 0
}

//export simWaitGivenUp
func simWaitGivenUp(number uint64) int32 {
	k := callOf(number)
	if k == nil {
		return 0
	}
	select {
	case <-k.Done():
		return 1
	case <-k.returned:
		return 0
	}
}
