// SPDX-License-Identifier: Apache-2.0

package sim_test

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func newMachine(t *testing.T, cfg sim.Config) *sim.Machine {
	t.Helper()
	m, err := sim.New(cfg)
	require.NoError(t, err)
	return m
}

func TestMachineStaysWhileDevicesAreOpen(t *testing.T) {
	ctx, m := context.Background(), newMachine(t, sim.Config{Devices: 3})
	d0, err := m.Open(0)
	require.NoError(t, err)
	d2, err := m.Open(2)
	require.NoError(t, err)

	err = m.Close(ctx)
	require.ErrorIs(t, err, acl.ErrBusy)
	require.ErrorContains(t, err, `device 0, device 2`)
	s, err := stream.New(d2, stream.Config{Name: "copies"})
	require.NoError(t, err)
	require.ErrorContains(t, m.Close(ctx), `device 0, device 2 (with stream "copies")`)
	require.NoError(t, s.Close(ctx))
	_, err = d2.MemInfo()
	require.NoError(t, err, "nothing has changed")
	d1, err := m.Open(1)
	require.NoError(t, err, "nothing has changed")

	for _, d := range []*acl.Device{d0, d1, d2} {
		require.NoError(t, d.Close(ctx))
	}
	require.NoError(t, m.Close(ctx))
	require.NoError(t, m.Close(ctx), "twice")
	_, err = m.Open(0)
	require.ErrorIs(t, err, acl.ErrClosed)
}

func TestMachineCloseWithoutTime(t *testing.T) {
	m, ctx := newMachine(t, sim.Config{}), context.Background()
	ended, cancel := context.WithCancel(ctx)
	cancel()
	require.ErrorIs(t, m.Close(ended), context.Canceled)
	dev, err := m.Open(0)
	require.NoError(t, err, "nothing has changed")
	require.NoError(t, dev.Close(ctx))
	require.NoError(t, m.Close(ctx))
}

func TestOpenRefusesNumbers(t *testing.T) {
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, sim.Config{Devices: 2})
	for _, id := range []int{-1, 2, math.MaxInt} {
		_, err := m.Open(id)
		require.ErrorIs(t, err, acl.ErrInvalid, id)
		require.ErrorContains(t, err, "sees: 2,", id)
	}
}

// Two Opens of a number are one context, which stays until both have closed.
func TestOpenTwice(t *testing.T) {
	acltest.RequireGoMachine(t)
	ctx, m := context.Background(), acltest.NewMachine(t, sim.Config{})
	a, b := acltest.Open(t, m, 0), acltest.Open(t, m, 0)
	mem, err := a.Malloc(64)
	require.NoError(t, err)
	require.NoError(t, b.Close(ctx))
	require.NoError(t, acl.Fill(ctx, mem.View(), 1))
	require.NoError(t, mem.Close())
}

func TestMachinesShareNothing(t *testing.T) {
	acltest.RequireGoMachine(t)
	a, b := acltest.New(t), acltest.New(t)
	m, err := a.Malloc(1 << 20)
	require.NoError(t, err)
	info, err := b.MemInfo()
	require.NoError(t, err)
	assert.Equal(t, info.Total, info.Free)
	require.NoError(t, m.Close())
}

func TestOpenClosesItsMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // which fails for a goroutine left
		ctx := context.Background()
		dev, err := sim.Open(sim.A2)
		require.NoError(t, err)
		s, err := stream.New(dev, stream.Config{})
		require.NoError(t, err)
		require.ErrorIs(t, dev.Close(ctx), acl.ErrBusy)
		require.NoError(t, s.Close(ctx))
		require.NoError(t, dev.Close(ctx))
		require.NoError(t, dev.Close(ctx), "twice")
		_, err = dev.Malloc(1)
		require.ErrorIs(t, err, acl.ErrClosed)
	})
}

// A kernel that has no end of its own ends with its machine, after the time that the
// close by force was given.
func TestCloseForceEndsKernels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMachine(t, sim.Config{Devices: 2})
		dev, err := m.Open(1)
		require.NoError(t, err)
		s, err := stream.New(dev, stream.Config{Name: "stuck"})
		require.NoError(t, err)
		ended := false
		name := unused(t)
		require.NoError(t, m.RegisterKernel(name, func(c *sim.Call) error {
			<-c.Done()
			ended = true
			return nil
		}))
		bin, err := kernel.LoadBytes(dev, sim.KernelFile(name))
		require.NoError(t, err)
		f, err := bin.Function(name)
		require.NoError(t, err)
		require.NoError(t, f.Launch(s, 1, kernel.Args()))
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		start := time.Now()
		err = m.CloseForce(ctx)
		require.ErrorIs(t, err, acl.ErrTimeout)
		require.ErrorContains(t, err, `stream "stuck"`)
		assert.InDelta(t, time.Minute, time.Since(start), float64(time.Second))
		assert.True(t, ended)
		require.NoError(t, m.CloseForce(context.Background()), "twice")
		require.ErrorIs(t, s.Synchronize(context.Background()), acl.ErrClosed)
	})
}

func TestCloseForceClosesEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMachine(t, sim.Config{})
		dev, err := m.Open(0)
		require.NoError(t, err)
		s, err := stream.New(dev, stream.Config{})
		require.NoError(t, err)
		_, err = dev.Malloc(64)
		require.NoError(t, err)
		require.NoError(t, m.CloseForce(context.Background()))
		require.NoError(t, s.Close(context.Background()), "it is closed")
		require.NoError(t, dev.Close(context.Background()), "it is closed")
	})
}
