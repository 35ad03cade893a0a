// SPDX-License-Identifier: Apache-2.0

package kernel_test

import (
	"context"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// addArgs are the arguments of the add kernel as a struct.
type addArgs struct {
	Z, X, Y acl.DevicePtr
	N       uint32
}

func TestLaunchGivesTheRightNumbers(t *testing.T) {
	const n = 1003
	ctx, dev := context.Background(), acltest.New(t)
	s, f := acltest.Stream(t, dev), function(t, load(t, dev), addKernel)
	x, y := make([]float32, n), make([]float32, n)
	for i := range n {
		x[i], y[i] = float32(i), float32(10*i)
	}
	dx, dy, dz := testkit.Malloc(t, dev, 4*n), testkit.Malloc(t, dev, 4*n), testkit.Malloc(t, dev, 4*n)
	require.NoError(t, stream.CopySliceToDevice(ctx, s, dx, x))
	require.NoError(t, stream.CopySliceToDevice(ctx, s, dy, y))
	single := kernel.Args(kernel.Ptr(dz.Ptr()), kernel.Ptr(dx.Ptr()), kernel.View(dy), kernel.Uint32(n))
	fields, err := kernel.Struct(&addArgs{dz.Ptr(), dx.Ptr(), dy.Ptr(), n})
	require.NoError(t, err)
	memory := testkit.Malloc(t, dev, uint64(single.Size()))
	require.NoError(t, stream.CopySliceToDevice(ctx, s, memory, single.Bytes()))

	launches := map[string]func(blocks int) error{
		"single values": func(blocks int) error { return f.Launch(s, blocks, single) },
		"a struct":      func(blocks int) error { return f.Launch(s, blocks, fields) },
		"device memory": func(blocks int) error { return f.LaunchWithDeviceArgs(s, blocks, memory) },
	}
	for name, launch := range launches {
		for _, blocks := range []int{1, 7} {
			t.Run(name, func(t *testing.T) {
				require.NoError(t, s.Fill(dz, 0))
				require.NoError(t, launch(blocks))
				z := make([]float32, n)
				require.NoError(t, stream.CopySliceToHost(ctx, s, z, dz))
				for i := range z {
					require.Equal(t, float32(11*i), z[i])
				}
			})
		}
	}
}

// The block is copied by the call, so the same list serves the next launch changed.
func TestLaunchCopiesItsArguments(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	s, f := acltest.Stream(t, dev), function(t, load(t, dev), addKernel)
	x := testkit.Malloc(t, dev, 8)
	require.NoError(t, stream.CopySliceToDevice(ctx, s, x, []float32{1, 1}))
	gate := acltest.Hold(t, s)
	for i := range 2 {
		v, err := x.Slice(4*uint64(i), 4)
		require.NoError(t, err)
		for range i + 1 {
			require.NoError(t, f.Launch(s, 1, kernel.Args(kernel.View(v), kernel.View(v), kernel.View(v), kernel.Uint32(1))))
		}
	}
	gate.Release()
	out := make([]float32, 2)
	require.NoError(t, stream.CopySliceToHost(ctx, s, out, x))
	assert.Equal(t, []float32{2, 4}, out)
}

func TestLaunchesThatAreRefused(t *testing.T) {
	ctx := context.Background()
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, sim.Config{Devices: 2})
	dev, other := acltest.Open(t, m, 0), acltest.Open(t, m, 1)
	s, far, gone := acltest.Stream(t, dev), testkit.NewStream(t, other, "compute"), testkit.NewStream(t, dev, "compute")
	require.NoError(t, gone.Close(ctx))
	f := function(t, load(t, dev), addKernel)
	v, farView := testkit.Malloc(t, dev, 64), testkit.Malloc(t, other, 64)
	empty, err := v.Slice(0, 0)
	require.NoError(t, err)
	var many []kernel.Arg
	for range kernel.MaxArgs/8 + 1 {
		many = append(many, kernel.Uint64(1))
	}
	none := kernel.ArgList{}
	tooMany := uint64(math.MaxUint32) + 1 // on 64 bits
	const foreign = `the kernel is of device 0 (simulated Ascend910B3, 2 devices of 65536 MiB), stream "compute" of device 1 (simulated Ascend910B3, 2 devices of 65536 MiB)`
	tests := map[string]struct {
		call func() error
		want error
		text string
	}{
		"no stream":              {func() error { return f.Launch(nil, 1, none) }, acl.ErrInvalid, "no stream"},
		"stream not from New":    {func() error { return f.Launch(&stream.Stream{}, 1, none) }, acl.ErrInvalid, "no stream"},
		"another device":         {func() error { return f.Launch(far, 1, none) }, acl.ErrInvalid, foreign},
		"closed stream":          {func() error { return f.Launch(gone, 1, none) }, acl.ErrClosed, `stream "compute"`},
		"no blocks":              {func() error { return f.Launch(s, 0, none) }, acl.ErrInvalid, "0 blocks: want 1 to 4294967295"},
		"fewer than no blocks":   {func() error { return f.Launch(s, -1, none) }, acl.ErrInvalid, "-1 blocks"},
		"too many blocks":        {func() error { return f.Launch(s, int(tooMany), none) }, acl.ErrInvalid, "4294967296 blocks"},
		"too many arguments":     {func() error { return f.Launch(s, 1, kernel.Args(many...)) }, acl.ErrInvalid, "520 bytes of arguments or more: an ArgList holds 512"},
		"an argument of nothing": {func() error { return f.Launch(s, 1, kernel.Args(kernel.Int8(1), kernel.View(acl.View{}))) }, acl.ErrInvalid, "argument 1 is the zero Arg"},
		"memory of another":      {func() error { return f.Launch(s, 1, kernel.Args(kernel.View(farView))) }, acl.ErrInvalid, "the kernel is of device 0 (simulated Ascend910B3, 2 devices of 65536 MiB), memory among its arguments of device 1 (simulated Ascend910B3, 2 devices of 65536 MiB)"},
		"memory of two devices":  {func() error { return f.Launch(s, 1, kernel.Args(kernel.View(v), kernel.View(farView))) }, acl.ErrInvalid, "argument 1 is memory of device 1 (simulated Ascend910B3, 2 devices of 65536 MiB), one before of device 0 (simulated Ascend910B3, 2 devices of 65536 MiB)"},
		"at: no stream":          {func() error { return f.LaunchWithDeviceArgs(nil, 1, v) }, acl.ErrInvalid, "no stream"},
		"at: another device":     {func() error { return f.LaunchWithDeviceArgs(far, 1, v) }, acl.ErrInvalid, foreign},
		"at: no blocks":          {func() error { return f.LaunchWithDeviceArgs(s, 0, v) }, acl.ErrInvalid, "0 blocks"},
		"at: zero view":          {func() error { return f.LaunchWithDeviceArgs(s, 1, acl.View{}) }, acl.ErrInvalid, "no memory for the arguments"},
		"at: empty view":         {func() error { return f.LaunchWithDeviceArgs(s, 1, empty) }, acl.ErrInvalid, "no memory for the arguments"},
		"at: memory of another":  {func() error { return f.LaunchWithDeviceArgs(s, 1, farView) }, acl.ErrInvalid, "the kernel is of device 0 (simulated Ascend910B3, 2 devices of 65536 MiB), its arguments of device 1 (simulated Ascend910B3, 2 devices of 65536 MiB)"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			before := testkit.StreamState(t, s)
			err := tt.call()
			require.ErrorIs(t, err, tt.want)
			assert.ErrorContains(t, err, `kernel: launch "`+addKernel+`": `)
			assert.ErrorContains(t, err, tt.text)
			assert.Equal(t, before, testkit.StreamState(t, s))
		})
	}
	require.NoError(t, far.Close(ctx))
}

func TestFailureOfAKernelComesOutOfTheStream(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	s, f := testkit.NewStream(t, dev, "compute"), function(t, load(t, dev), faultKernel)
	require.NoError(t, f.Launch(s, 1, kernel.ArgList{}), "the launch itself succeeds")
	require.ErrorIs(t, s.Synchronize(ctx), acl.ErrDevice)
	require.NoError(t, s.Close(ctx), "it is reported once")
}

// Libraries before CANN 8.5 lack the call.
// A kernel that ends its goroutine, as FailNow of a test does, fails its stream, and nothing
// else of the process.
func TestKernelThatEndsItsGoroutine(t *testing.T) {
	dev, ran := acltest.New(t), false
	end := acltest.Kernel(t, dev, func(*sim.Call) error { runtime.Goexit(); return nil })
	next := acltest.Kernel(t, dev, func(*sim.Call) error { ran = true; return nil })
	s := acltest.Stream(t, dev)
	require.NoError(t, end.Launch(s, 1, kernel.Args()))
	require.NoError(t, next.Launch(s, 1, kernel.Args()))
	err := s.Synchronize(t.Context())
	require.ErrorIs(t, err, acl.ErrDevice)
	require.ErrorContains(t, err, "it ended its goroutine instead of returning")
	require.NoError(t, s.Synchronize(t.Context()))
	assert.True(t, ran)
}

func TestLaunchOnAnOldLibraryNamesTheWayOut(t *testing.T) {
	dev := acltest.New(t)
	s, f := acltest.Stream(t, dev), function(t, load(t, dev), addKernel)
	testkit.Faults(dev).Hide("aclrtLaunchKernelWithHostArgs")
	before := testkit.StreamState(t, s)
	err := f.Launch(s, 1, kernel.ArgList{})
	require.ErrorIs(t, err, acl.ErrNotSupported)
	assert.ErrorContains(t, err, "aclrtLaunchKernelWithHostArgs")
	assert.ErrorContains(t, err, "put the arguments into device memory and use LaunchWithDeviceArgs")
	assert.Equal(t, before, testkit.StreamState(t, s))
}

func TestLaunchCostsNoAllocation(t *testing.T) {
	acltest.DisableHazards(t)
	dev := acltest.New(t)
	s, f := acltest.Stream(t, dev), function(t, load(t, dev), addKernel)
	v := testkit.Malloc(t, dev, 64)
	args := addArgs{v.Ptr(), v.Ptr(), v.Ptr(), 1}
	at := kernel.Args(kernel.View(v), kernel.View(v), kernel.View(v), kernel.Uint32(1))
	require.NoError(t, stream.CopySliceToDevice(context.Background(), s, v, at.Bytes()))
	launches := map[string]func() error{
		"Args": func() error {
			return f.Launch(s, 1, kernel.Args(kernel.View(v), kernel.View(v), kernel.View(v), kernel.Uint32(1)))
		},
		"Struct": func() error {
			l, err := kernel.Struct(&args)
			if err != nil {
				return err
			}
			return f.Launch(s, 1, l)
		},
		"LaunchWithDeviceArgs": func() error { return f.LaunchWithDeviceArgs(s, 1, v) },
	}
	// The gate keeps what running kernels allocate out of the count. The queue of the
	// simulated device keeps the size that it has grown to before.
	held := func(f func()) {
		require.NoError(t, s.Synchronize(context.Background()))
		gate := acltest.Hold(t, s)
		f()
		gate.Release()
	}
	held(func() {
		for range 255 {
			require.NoError(t, launches["Args"]())
		}
	})
	for name, launch := range launches {
		t.Run(name, func(t *testing.T) {
			held(func() {
				var err error
				n := testkit.Allocations(100, func() { err = launch() })
				require.NoError(t, err)
				assert.Zero(t, n)
			})
			require.NoError(t, s.Synchronize(context.Background()))
		})
	}
}
