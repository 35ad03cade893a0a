// SPDX-License-Identifier: Apache-2.0

package kernel_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// increment is the kernel that adds 1 to a number.
const increment = "kernel_test.increment"

var registerIncrement = sync.OnceValue(func() error {
	return sim.RegisterKernel(increment, func(c *sim.Call) error {
		args := c.Args()
		v, err := sim.Slice[int32](c, args.Ptr(), 1)
		if err == nil {
			v[0]++
		}
		return errors.Join(err, args.Err())
	})
})

// Each call of a program that loads and launches a kernel fails once.
func TestEachFaultOfALaunch(t *testing.T) {
	require.NoError(t, registerIncrement())
	acltest.EachFault(t, func(t testing.TB, dev *acl.Device) error {
		acltest.RequireSimulated(t, dev)
		return launchTwice(t, dev)
	})
}

// launchTwice increments a number in device memory, with arguments of the host and of the device.
func launchTwice(t testing.TB, dev *acl.Device) (err error) {
	ctx := context.Background()
	closing := func(c func() error) { err = errors.Join(err, c()) }
	bin, err := kernel.LoadBytes(dev, sim.KernelFile(increment))
	if err != nil {
		return err
	}
	defer closing(bin.Close)
	f, err := bin.Function(increment)
	if err != nil {
		return err
	}
	s, err := stream.New(dev, stream.Config{})
	if err != nil {
		return err
	}
	defer closing(func() error { return s.Close(ctx) })
	m, err := dev.Malloc(64)
	if err != nil {
		return err
	}
	defer closing(m.Close)
	number, err := m.View().Slice(0, 4)
	assert.NoError(t, err)
	args, err := m.View().Slice(32, 8)
	assert.NoError(t, err)

	var got [1]int32
	steps := []func() error{
		func() error { return s.Fill(m.View(), 0) },
		func() error { return f.Launch(s, 1, kernel.Args(kernel.View(number))) },
		func() error { return stream.CopySliceToDevice(ctx, s, args, []acl.DevicePtr{number.Ptr()}) },
		func() error { return f.LaunchWithDeviceArgs(s, 1, args) },
		func() error { return stream.CopySliceToHost(ctx, s, got[:], number) },
		func() error { return s.Synchronize(ctx) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	assert.EqualValues(t, 2, got[0])
	return nil
}
