// SPDX-License-Identifier: Apache-2.0

package kernel_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
)

func TestMain(m *testing.M) { acltest.Main(m) }

// Kernels of the tests.
const (
	addKernel   = "kernel_test.add"   // (z, x, y, n): z[i] = x[i] + y[i]; blocks share the elements
	faultKernel = "kernel_test.fault" // fails its stream
)

var register = sync.OnceValue(func() error {
	return errors.Join(
		sim.RegisterKernel(addKernel, add),
		sim.RegisterKernel(faultKernel, func(*sim.Call) error { return errors.New("bad address") }),
	)
})

func add(c *sim.Call) error {
	a := c.Args()
	z, x, y, n := a.Ptr(), a.Ptr(), a.Ptr(), int(a.Uint32())
	if err := a.Err(); err != nil {
		return err
	}
	zs, errz := sim.Slice[float32](c, z, n)
	xs, errx := sim.Slice[float32](c, x, n)
	ys, erry := sim.Slice[float32](c, y, n)
	if err := errors.Join(errz, errx, erry); err != nil {
		return err
	}
	for i := c.Block; i < n; i += c.Blocks {
		zs[i] = xs[i] + ys[i]
	}
	return nil
}

// load makes a binary of the kernels of the tests, which only simulated devices run.
func load(t testing.TB, dev *acl.Device) *kernel.Binary {
	t.Helper()
	acltest.RequireSimulated(t, dev)
	require.NoError(t, register())
	b, err := kernel.LoadBytes(dev, sim.KernelFile(addKernel, faultKernel))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, b.Close()) })
	return b
}

func function(t testing.TB, b *kernel.Binary, name string) *kernel.Function {
	t.Helper()
	f, err := b.Function(name)
	require.NoError(t, err)
	return f
}
