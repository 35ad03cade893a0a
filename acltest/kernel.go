// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"path"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
)

// kernels counts the kernels of each test. Their names are unique in the process, and the same
// whenever the test runs.
var kernels = struct {
	sync.Mutex
	made map[string]int
}{made: map[string]int{}}

// kernelName returns a name that says which function the kernel is, such as TestMine.scale, and
// TestMine.scale-2 for the second one in the test.
func kernelName(t testing.TB, k sim.Kernel) string {
	name := t.Name() + "." + functionName(k)
	kernels.Lock()
	defer kernels.Unlock()
	kernels.made[name]++
	if n := kernels.made[name]; n > 1 || strings.HasSuffix(name, ".kernel") {
		name = fmt.Sprintf("%s-%d", name, n)
	}
	return strings.ReplaceAll(name, "#", "-") // a '#' begins a comment in a file of kernels
}

// functionName returns the name of a function without its package, and "kernel" for one without
// a name, such as a literal.
func functionName(k sim.Kernel) string {
	f := runtime.FuncForPC(reflect.ValueOf(k).Pointer())
	if f == nil {
		return "kernel"
	}
	_, name, _ := strings.Cut(path.Base(f.Name()), ".")
	if !token.IsIdentifier(name) {
		return "kernel"
	}
	return name
}

// Kernel makes a kernel of the function k for one test, and loads it on a device. Its name has
// that of k, such as TestMine.scale; a function literal has a number instead. At the end of the
// test the kernel is unloaded, and k is no longer called. Streams that were created before this
// call are still open then: the end of the test waits for their work. Create the streams that
// run a kernel which fails after this call, so that they are closed before. A device that is
// not simulated cannot run Go functions: Kernel then skips the test, see [Simulated].
func Kernel(t testing.TB, dev *acl.Device, k sim.Kernel) *kernel.Function {
	t.Helper()
	RequireSimulated(t, dev)
	name := kernelName(t, k)
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
		t.Helper()
		err := unload()
		if errors.Is(err, acl.ErrBusy) {
			awaitIdle(dev)
			err = unload()
		}
		current.Store(nil)
		if err != nil && !t.Skipped() {
			t.Errorf("acltest: at the end of the test: %v; create streams that run the kernel after it, so that they are closed before", err)
		}
	})
	return f
}

// awaitIdle waits until the streams of a device have no work, or will do none, within patience.
// Their failures stay for their own Close.
func awaitIdle(dev *acl.Device) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	_ = core.Await(ctx, func() (idle bool, _ error) {
		for _, s := range (*opaque.Device)(dev).Inner().Streams() {
			if done, st, err := s.Query(); err == nil && core.Completed(st) && !done {
				return false, nil
			}
		}
		return true, nil
	}, nil)
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
