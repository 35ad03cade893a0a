// SPDX-License-Identifier: Apache-2.0

package sim_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
)

// A copy and a kernel take their time, and overlap on two streams.
func TestCostsOverlap(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t, sim.Config{Costs: &sim.Costs{
			HostToDevice: 1 << 30,
			Kernel:       func(name string, blocks int) time.Duration { return time.Duration(blocks) * time.Millisecond },
		}})
		work := acltest.Kernel(t, dev, func(*sim.Call) error { return nil })
		x, h := testkit.Malloc(t, dev, 1<<20), testkit.HostBuffer[byte](t, dev, 1<<20)
		copies, kernels := acltest.Stream(t, dev), acltest.Stream(t, dev)
		begin := time.Now()
		start, end := timed(t, dev), timed(t, dev)
		require.NoError(t, copies.Record(start))
		require.NoError(t, copies.CopyToDevice(x, h.View()))
		require.NoError(t, copies.Record(end))
		require.NoError(t, work.Launch(kernels, 3, kernel.Args()))
		require.NoError(t, copies.Synchronize(context.Background()))
		took, err := event.Elapsed(start, end)
		require.NoError(t, err)
		assert.InDelta(t, float64(time.Second/1024), float64(took), float64(time.Microsecond))
		require.NoError(t, kernels.Synchronize(context.Background()))
		assert.Equal(t, 3*time.Millisecond, time.Since(begin), "the copy and the kernel overlap")
	})
}

// Calls of the host take their time, and so do copies in no stream's order.
func TestCostsOfTheHost(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t, sim.Config{Costs: &sim.Costs{Call: time.Microsecond, DeviceToHost: 1000}})
		x := testkit.Malloc(t, dev, 500)
		begin := time.Now()
		require.NoError(t, acl.Fill(context.Background(), x, 1))
		assert.Equal(t, time.Microsecond, time.Since(begin))
		require.NoError(t, acl.CopySliceToHost(context.Background(), make([]byte, 500), x))
		assert.Greater(t, time.Since(begin), 500*time.Millisecond)
		assert.Less(t, time.Since(begin), 501*time.Millisecond)
	})
}

// timed makes an event with time stamps.
func timed(t *testing.T, dev *acl.Device) *event.Event {
	e, err := event.New(dev, event.Config{Timing: true})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, e.Close()) })
	return e
}
