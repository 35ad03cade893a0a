// SPDX-License-Identifier: Apache-2.0

package kernel_test

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
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

// load makes a binary of the kernels of the tests.
func load(t testing.TB, dev *acl.Device) *kernel.Binary {
	t.Helper()
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

// newStream makes a stream that the test closes.
func newStream(t testing.TB, dev *acl.Device) *stream.Stream {
	t.Helper()
	s, err := stream.New(dev, stream.Config{Name: "compute"})
	require.NoError(t, err)
	return s
}

func malloc(t testing.TB, dev *acl.Device, size uint64) acl.View {
	t.Helper()
	m, err := dev.Malloc(size)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, m.Close()) })
	return m.View()
}

// snapshot is what bad input must leave as it was.
type snapshot struct {
	memory   acl.MemInfo
	live     []acl.Object
	enqueued uint64
}

func snap(t testing.TB, s *stream.Stream) snapshot {
	t.Helper()
	info, err := s.Device().MemInfo()
	require.NoError(t, err)
	live := slices.Collect(s.Device().Objects())
	for i := range live {
		live[i].Stack = "" // long, and of no interest
	}
	return snapshot{info, live, (*opaque.Stream)(s).Inner().Enqueued()}
}
