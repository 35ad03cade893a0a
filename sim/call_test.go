// SPDX-License-Identifier: Apache-2.0

package sim_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// shape is an argument that is passed by value.
type shape struct {
	Rows, Cols uint16
	Scale      float32
}

// Every argument is read back as package kernel has laid it out.
func TestArguments(t *testing.T) {
	dev := acltest.New(t)
	type arguments struct {
		Ptr   acl.DevicePtr
		Small int32
		Big   int64
		U32   uint32
		U64   uint64
		F32   float32
		F64   float64
		Byte  uint8
		Shape shape
		After [3]int16
	}
	want := arguments{0x120000000000, -3, math.MinInt64, 7, math.MaxUint64, 1.5, math.Pi, 255, shape{2, 3, 0.5}, [3]int16{-1, 0, 1}}
	list, err := kernel.Struct(&want)
	require.NoError(t, err)

	var got arguments
	name := unused(t)
	require.NoError(t, sim.RegisterKernel(name, func(c *sim.Call) error {
		a := c.Args()
		got = arguments{a.Ptr(), a.Int32(), a.Int64(), a.Uint32(), a.Uint64(), a.Float32(), a.Float64(),
			sim.ReadArg[uint8](a), sim.ReadArg[shape](a), sim.ReadArg[[3]int16](a)}
		assert.Equal(t, want.Ptr, c.Args().Ptr(), "anew")
		return a.Err()
	}))
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	launchNamed(t, s, name, 1, list)
	require.NoError(t, s.Close(context.Background()))
	assert.Equal(t, want, got)
}

// params has two fields that share eight bytes in Go's layout, and do not as arguments.
type params struct {
	In    acl.DevicePtr
	N     uint32
	Scale float32
	Shape shape
	_     uint8
	Last  [3]int16
}

func TestReadStruct(t *testing.T) {
	dev := acltest.New(t)
	want := params{In: 0x120000000000, N: 7, Scale: 1.5, Shape: shape{2, 3, 0.5}, Last: [3]int16{-1, 0, 1}}
	list, err := kernel.Struct(&want)
	require.NoError(t, err)
	name := unused(t)
	require.NoError(t, sim.RegisterKernel(name, func(c *sim.Call) error {
		a := c.Args()
		assert.Equal(t, want, sim.ReadStruct[params](a))
		assert.Zero(t, a.Uint32())
		assert.ErrorContains(t, a.Err(), "argument 6 is 4 bytes at offset 48, but the launch passed 48 bytes", "it has read all")
		a = c.Args()
		assert.Equal(t, want.In, a.Ptr())
		assert.Equal(t, want.N, a.Uint32(), "as one by one")
		return a.Err()
	}))
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	launchNamed(t, s, name, 1, list)
	require.NoError(t, s.Close(context.Background()))
}

// A struct that is read as one argument although its fields are arguments is noticed, if the
// layouts differ. A struct that is the first of several arguments is none of that.
func TestStructsReadAsOneArgument(t *testing.T) {
	type pair struct{ A, B uint32 }
	type even struct{ A, B uint64 }
	dev := acltest.New(t)
	tests := map[string]struct {
		kernel sim.Kernel
		args   []kernel.Arg
		text   string // empty for no error
	}{
		"as one argument": {func(c *sim.Call) error {
			a := c.Args()
			sim.ReadArg[pair](a)
			return a.Err()
		}, []kernel.Arg{kernel.Uint32(1), kernel.Uint32(2)}, "ReadArg read 8 bytes as one argument sim_test.pair, but the launch passed 16 bytes, as kernel.Struct lays it out: use ReadStruct"},
		"both layouts are one": {func(c *sim.Call) error {
			a := c.Args()
			assert.Equal(t, even{1, 2}, sim.ReadArg[even](a))
			return a.Err()
		}, []kernel.Arg{kernel.Uint64(1), kernel.Uint64(2)}, ""},
		"one of two arguments": {func(c *sim.Call) error {
			a := c.Args()
			assert.Equal(t, pair{1, 2}, sim.ReadArg[pair](a))
			assert.EqualValues(t, 3, a.Uint32())
			return a.Err()
		}, []kernel.Arg{kernel.Uint64(2<<32 | 1), kernel.Uint32(3)}, ""},
		"arguments left unread": {func(c *sim.Call) error {
			a := c.Args()
			assert.Equal(t, pair{1, 2}, sim.ReadStruct[pair](a))
			return a.Err()
		}, []kernel.Arg{kernel.Uint32(1), kernel.Uint32(2), kernel.Uint32(3)}, ""},
		"a struct that is not there": {func(c *sim.Call) error {
			a := c.Args()
			assert.Zero(t, sim.ReadStruct[pair](a))
			return a.Err()
		}, []kernel.Arg{kernel.Uint32(1)}, "argument 1 is 4 bytes at offset 8, but the launch passed 8 bytes"},
		"no struct": {func(c *sim.Call) error {
			a := c.Args()
			assert.Zero(t, sim.ReadStruct[uint32](a))
			return a.Err()
		}, []kernel.Arg{kernel.Uint32(1)}, "arguments as uint32: want a struct"},
		"a field of no fixed size": {func(c *sim.Call) error {
			a := c.Args()
			sim.ReadStruct[struct{ N int }](a)
			return a.Err()
		}, []kernel.Arg{kernel.Uint32(1)}, "field N is an int"},
		"no arguments": {func(*sim.Call) error {
			var none *sim.ArgReader
			assert.Zero(t, sim.ReadStruct[pair](none))
			return none.Err()
		}, nil, "no arguments"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			acltest.RequireGoMachine(t) // where a kernel knows that it has all arguments
			var failure error
			require.NoError(t, run(t, dev, func(c *sim.Call) error { failure = tt.kernel(c); return nil }, tt.args...))
			if tt.text == "" {
				require.NoError(t, failure)
				return
			}
			require.ErrorIs(t, failure, acl.ErrInvalid)
			require.ErrorContains(t, failure, tt.text)
		})
	}
}

func TestArgumentsThatAreNotThere(t *testing.T) {
	dev := acltest.New(t)
	tests := map[string]struct {
		kernel sim.Kernel
		text   string
	}{
		"one too many": {func(c *sim.Call) error {
			a := c.Args()
			assert.EqualValues(t, 1, a.Int32())
			assert.EqualValues(t, 2, a.Int32())
			assert.Zero(t, a.Int32())
			assert.Zero(t, a.Int32(), "nor what follows")
			return a.Err()
		}, "argument 2 is 4 bytes at offset 16, but the launch passed 16 bytes"},
		"too large": {func(c *sim.Call) error {
			a := c.Args()
			a.Int32()
			sim.ReadArg[[9]uint8](a)
			return a.Err()
		}, "argument 1 is 9 bytes at offset 8"},
		"of no fixed size": {func(c *sim.Call) error {
			a := c.Args()
			sim.ReadArg[int](a)
			return a.Err()
		}, "element type int"},
		"a Go pointer": {func(c *sim.Call) error {
			a := c.Args()
			sim.ReadArg[*int32](a)
			return a.Err()
		}, "element type *int32"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var failure error
			err := run(t, dev, func(c *sim.Call) error { failure = tt.kernel(c); return failure }, kernel.Int32(1), kernel.Int32(2))
			require.ErrorIs(t, err, acl.ErrDevice)
			require.ErrorIs(t, failure, acl.ErrInvalid)
			require.ErrorContains(t, failure, tt.text)
		})
	}
}

// What a kernel writes is in device memory.
func TestSliceIsDeviceMemory(t *testing.T) {
	dev, ctx := acltest.New(t), context.Background()
	m, err := dev.Malloc(64)
	require.NoError(t, err)
	defer m.Close()
	require.NoError(t, acl.CopySliceToDevice(ctx, m.View(), []int64{1, 2, 3, 4}))
	require.NoError(t, run(t, dev, func(c *sim.Call) error {
		v, err := sim.Slice[int64](c, c.Args().Ptr(), 4)
		if err != nil {
			return err
		}
		assert.Equal(t, []int64{1, 2, 3, 4}, v)
		v[3] = -4
		b, err := c.Bytes(m.Ptr()+8, 1)
		if err != nil {
			return err
		}
		b[0] = 20
		none, err := sim.Slice[int64](c, 0, 0)
		assert.Empty(t, none)
		return err
	}, kernel.View(m.View())))
	got := make([]int64, 4)
	require.NoError(t, acl.CopySliceToHost(ctx, got, m.View()))
	assert.Equal(t, []int64{1, 20, 3, -4}, got)
}

func TestSliceRefuses(t *testing.T) {
	dev := acltest.New(t)
	m, err := dev.Malloc(64)
	require.NoError(t, err)
	defer m.Close()
	tests := map[string]struct {
		slice func(c *sim.Call) error
		text  string
	}{
		"a negative number": {slice[int32](m.Ptr(), -1), "-1 elements"},
		"beyond 64 bits":    {slice[int32](m.Ptr(), math.MaxInt), "does not fit 64 bits"},
		"not aligned":       {slice[int64](m.Ptr()+4, 1), "want a multiple of 8"},
		"no element":        {slice[string](m.Ptr(), 1), "element type string"},
		"null":              {slice[int32](0, 1), "0x0"},
		"nowhere":           {slice[int32](0x1000, 1), "0x1000"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var failure error
			require.NoError(t, run(t, dev, func(c *sim.Call) error { failure = tt.slice(c); return nil }))
			require.ErrorIs(t, failure, acl.ErrInvalid)
			require.ErrorContains(t, failure, tt.text)
			require.NotContains(t, failure.Error(), "fakeacl", "users know no such package")
		})
	}
}

func slice[T any](ptr acl.DevicePtr, n int) func(*sim.Call) error {
	return func(c *sim.Call) error {
		_, err := sim.Slice[T](c, ptr, n)
		return err
	}
}
