// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// faultKernel fails its stream.
const faultKernel = "acl_test.fault"

var registerFault = sync.OnceValue(func() error {
	return sim.RegisterKernel(faultKernel, func(*sim.Call) error { return errors.New("bad address") })
})

// fineKernel does nothing.
const fineKernel = "acl_test.fine"

var registerFine = sync.OnceValue(func() error {
	return sim.RegisterKernel(fineKernel, func(*sim.Call) error { return nil })
})

// broken makes a stream with a kernel that fails when its gate opens, and with a host buffer
// and a kernel in use on it.
func broken(t *testing.T, dev *acl.Device, stops bool) (s *stream.Stream, gate *acltest.Gate) {
	t.Helper()
	require.NoError(t, registerFault())
	s, err := stream.New(dev, stream.Config{Name: "broken", StopOnFailure: stops})
	require.NoError(t, err)
	gate = acltest.Hold(t, s)
	bin, err := kernel.LoadBytes(dev, sim.KernelFile(faultKernel))
	require.NoError(t, err)
	fn, err := bin.Function(faultKernel)
	require.NoError(t, err)
	require.NoError(t, fn.Launch(s, 1, kernel.Args()))
	host, err := acl.NewHostBuffer[byte](dev, 8)
	require.NoError(t, err)
	mem, err := dev.Malloc(8)
	require.NoError(t, err)
	require.NoError(t, s.CopyToDevice(mem.View(), host.View()))
	return s, gate
}

func TestForceClosesWhatAFailedStreamUses(t *testing.T) {
	m := machine(t)
	dev := open(t, m, 0)
	s, gate := broken(t, dev, true)
	e, err := event.New(dev, event.Config{})
	require.NoError(t, err)
	require.NoError(t, s.Record(e))
	waiter, err := stream.New(dev, stream.Config{Name: "waiter"}) // for something that never happens
	require.NoError(t, err)
	require.NoError(t, waiter.WaitEvent(e))
	if err := dev.Supports(context.Background(), acl.FeaturePools); err == nil {
		p, err := mempool.New(context.Background(), dev, mempool.Config{MaxSize: 4 * miB})
		require.NoError(t, err)
		b, err := p.MallocAsync(s, 1)
		require.NoError(t, err)
		require.NoError(t, p.FreeAsync(s, b))
	} else {
		require.ErrorIs(t, err, acl.ErrNotSupported)
	}
	gate.Release()
	require.ErrorIs(t, s.WaitIdle(context.Background()), acl.ErrDevice)

	err = m.CloseForce(context.Background())
	require.ErrorIs(t, err, acl.ErrDevice, "the failure comes out")
	require.NotErrorIs(t, err, acl.ErrBusy)
	for o := range dev.Objects() {
		t.Errorf("left behind: %v", o)
	}
}

func TestForceWaitsForTheStreamsBesideAFailedOne(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		m := machine(t)
		dev := open(t, m, 0)
		_, gate := broken(t, dev, false)
		good, err := stream.New(dev, stream.Config{Name: "good"})
		require.NoError(t, err)
		busy := acltest.Hold(t, good)
		mem, err := dev.Malloc(8)
		require.NoError(t, err)
		require.NoError(t, good.Fill(mem.View(), 1))
		gate.Release()

		forced := make(chan error, 1)
		go func() { forced <- m.CloseForce(context.Background()) }()
		synctest.Wait()
		assert.Empty(t, forced)
		kinds := map[string]int{}
		for o := range dev.Objects() {
			kinds[o.Kind]++
		}
		assert.Equal(t, 2, kinds["device memory"], "the other stream still uses its memory")
		_, err = dev.Malloc(1)
		require.ErrorIs(t, err, acl.ErrClosed, "nothing new begins")
		busy.Release()
		err = <-forced
		require.ErrorIs(t, err, acl.ErrDevice)
		require.NotErrorIs(t, err, acl.ErrBusy)
		assert.NotContains(t, err.Error(), `"good"`)
	})
}

// Whoever waits when a forced shutdown comes may still be on the way out of the wait.
func TestForceLetsWaitersOut(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		m := machine(t)
		dev := open(t, m, 0)
		s, err := stream.New(dev, stream.Config{})
		require.NoError(t, err)
		e, err := event.New(dev, event.Config{})
		require.NoError(t, err)
		gate := acltest.Hold(t, s)
		require.NoError(t, s.Record(e))
		ctx, cancel := context.WithCancel(context.Background()) // so that they ask, and sleep between
		defer cancel()
		waits := []func(context.Context) error{s.Synchronize, s.WaitIdle, e.Synchronize, dev.Synchronize}
		waited := make(chan error, len(waits))
		for _, wait := range waits {
			go func() { waited <- wait(ctx) }()
		}
		synctest.Wait()
		forced := make(chan error, 1)
		go func() { forced <- m.CloseForce(context.Background()) }()
		synctest.Wait()
		gate.Release()
		require.NoError(t, <-forced)
		for range waits {
			require.NoError(t, <-waited)
		}
	})
}

// Streams that go on may fail any number of tasks before they are idle. Nothing is freed before.
func TestForceWaitsBesideWorkThatFails(t *testing.T) {
	m := machine(t)
	dev := open(t, m, 0)
	d := testkit.Faults(dev)
	require.NoError(t, registerFault())
	require.NoError(t, registerFine())
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	function := func(name string) *kernel.Function {
		bin, err := kernel.LoadBytes(dev, sim.KernelFile(name))
		require.NoError(t, err)
		fn, err := bin.Function(name)
		require.NoError(t, err)
		return fn
	}
	fault, fine := function(faultKernel), function(fineKernel)
	_, err = dev.Malloc(8)
	require.NoError(t, err)
	const failures = 8
	launched := 0
	d.Before(func(faultdriver.Call) driver.Status { // another goroutine
		f := fault
		if launched++; launched > failures {
			return driver.Status{}
		}
		if launched == failures {
			f = fine
		}
		assert.NoError(t, f.Launch(s, 1, kernel.Args()))
		return driver.Status{}
	}, "aclrtSynchronizeDevice")
	d.Before(func(faultdriver.Call) driver.Status {
		assert.Equal(t, failures, launched, "the work goes on")
		return driver.Status{}
	}, "aclrtFree")
	err = m.CloseForce(context.Background())
	require.ErrorIs(t, err, acl.ErrDevice)
	require.NotErrorIs(t, err, acl.ErrBusy)
}
