// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
)

// kernels counts the kernels of tests: their names are unique in the process.
var kernels atomic.Uint64

// Kernel makes a kernel of the function k for one test, and loads it on a device. At the
// end of the test the kernel is unloaded and k is not called any more. Create the streams
// that run it later, so that they are closed before. A device that is not simulated
// cannot run Go functions: Kernel skips the test there, see [Simulated].
func Kernel(t testing.TB, dev *acl.Device, k sim.Kernel) *kernel.Function {
	t.Helper()
	RequireSimulated(t, dev)
	name := fmt.Sprintf("acltest.kernel-%d", kernels.Add(1))
	var current atomic.Pointer[sim.Kernel]
	current.Store(&k)
	err := sim.RegisterKernel(name, func(c *sim.Call) error {
		k := current.Load()
		if k == nil {
			return errors.New("the test that made the kernel has ended")
		}
		return (*k)(c)
	})
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	f, unload, err := loadKernel(dev, name)
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	t.Cleanup(func() {
		current.Store(nil)
		if err := unload(); err != nil && !t.Skipped() {
			t.Errorf("acltest: at the end of the test: %v", err)
		}
	})
	return f
}

// loadKernel loads a registered kernel on a device.
func loadKernel(dev *acl.Device, name string) (f *kernel.Function, unload func() error, err error) {
	bin, err := kernel.LoadBytes(dev, sim.KernelFile(name))
	if err != nil {
		return nil, nil, err
	}
	if f, err = bin.Function(name); err != nil {
		return nil, nil, errors.Join(err, bin.Close())
	}
	return f, bin.Close, nil
}
