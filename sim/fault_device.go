// SPDX-License-Identifier: Apache-2.0

package sim

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/faultdriver"
)

// MemoryExhausted takes memory of a device, as another process would, and leaves free bytes,
// or what is free if that is less. [acl.Device.MemInfo] shows it. [Injection.Remove] gives the
// memory back. The fault fires when ACL refuses an allocation on the device; an allocation
// that this module refuses by itself, because the device has too little memory, makes no call.
func MemoryExhausted(device int, free uint64) Fault {
	return Fault{func(m *Machine, i *Injection) error {
		fake, id, err := m.numbered(device)
		if err != nil {
			return err
		}
		restore, st := fake.Withhold(id, free)
		if err := refused(st); err != nil {
			return err
		}
		rule := m.faults().Failed(func(c faultdriver.Call, _ driver.Status) {
			if on, st := fake.DeviceOf(c.Context); st.OK() && on == id {
				i.fire(c.Function)
			}
		}, "aclrtMalloc", "aclrtMemPoolMallocAsync")
		i.remove = func() {
			rule.Remove()
			restore()
		}
		return nil
	}}
}

// work are the functions that enqueue what the device computes or copies.
var work = []string{"aclrtMemcpyAsync", "aclrtMemsetAsync", "aclrtLaunchKernel", "aclrtLaunchKernelWithHostArgs"}

// StreamFailed makes the n-th copy, fill or kernel fail that is enqueued on a stream, counted
// from 1. The call that enqueues it succeeds. The work fails when the stream comes to it,
// with [codes.RTAICoreException] and without having done anything; the stream then stops or
// goes on as its Config says. The stream is known by its name, and may be created later.
func StreamFailed(stream string, n int) Fault {
	return Fault{func(m *Machine, i *Injection) error {
		if err := checkCalls(n, codes.RTAICoreException); err != nil {
			return err
		}
		fake, err := m.goMachine()
		if err != nil {
			return err
		}
		count := i.counter(n)
		i.remove = m.faults().Instead(func(c faultdriver.Call) (driver.Status, bool) {
			if m.runtime().StreamName(c.Stream) != stream || !count() {
				return driver.Status{}, false
			}
			i.fire(c.Function)
			return fake.EnqueueFailure(c.Function, c.Context, c.Stream, fmt.Sprintf("operation %d of stream %q was made to fail", n, stream)), true
		}, work...).Remove
		return nil
	}}
}

// clearing are the functions that work on a lost device: they only release what the host
// knows of it.
var clearing = map[string]bool{
	"aclrtResetDevice": true, "aclrtResetDeviceForce": true, "aclrtDestroyContext": true,
	"aclrtDestroyStream": true, "aclrtDestroyStreamForce": true, "aclrtDestroyEvent": true, "aclrtMemPoolDestroy": true,
	"aclrtFree": true, "aclrtFreeHost": true, "aclrtMemPoolFreeAsync": true, "aclrtBinaryUnLoad": true,
	faultdriver.BatchFunction: true, // its operations are calls of their own
}

// DeviceLost makes a device stop answering. Its work ends, streams fail for good, and all
// calls return [codes.RTLostHeartbeat], except those that free and destroy. After
// [Injection.Remove] the device answers again, as after a reset; streams that have failed
// stay so.
func DeviceLost(device int) Fault {
	return Fault{func(m *Machine, i *Injection) error {
		fake, id, err := m.numbered(device)
		if err != nil {
			return err
		}
		const text = "the device was made to stop answering"
		i.remove = m.faults().Before(func(c faultdriver.Call) driver.Status {
			if clearing[c.Function] || !concerns(fake, id, c) {
				return driver.Status{}
			}
			i.fire(c.Function)
			return driver.Fail(driver.RTLostHeartbeat, text)
		}).Remove
		return refused(fake.Lose(id, driver.RTLostHeartbeat, text))
	}}
}

// concerns reports whether a call is one to a device.
func concerns(fake *fakeacl.Machine, id int32, c faultdriver.Call) bool {
	if c.Context == 0 {
		return c.Device == id+1
	}
	on, st := fake.DeviceOf(c.Context)
	return st.OK() && on == id
}

// numbered returns the machine in Go, and the number of a device that it has.
func (m *Machine) numbered(device int) (*fakeacl.Machine, int32, error) {
	fake, err := m.goMachine()
	if err != nil {
		return nil, 0, err
	}
	count, st := fake.DeviceCount()
	if err := refused(st); err != nil {
		return nil, 0, err
	}
	if device < 0 || device >= int(count) {
		return nil, 0, fmt.Errorf("device %d: the machine has %d: %w", device, count, acl.ErrInvalid)
	}
	return fake, int32(device), nil
}

func refused(st driver.Status) error {
	if st.OK() {
		return nil
	}
	return fmt.Errorf("%s: %w", st.Msg, acl.Code(st.Code))
}
