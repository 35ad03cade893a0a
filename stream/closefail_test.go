// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
)

// A failure is returned to one of the goroutines that wait for it.
func TestFailureIsReportedToOneWaiter(t *testing.T) {
	const waiters, rounds = 8, 100
	for kind, ctx := range contexts(t) {
		t.Run(kind, func(t *testing.T) {
			dev := acltest.New(t)
			fault := acltest.Kernel(t, dev, func(*sim.Call) error { return errors.New("bad address") })
			s := acltest.Stream(t, dev)
			for range rounds {
				gate := acltest.Hold(t, s)
				require.NoError(t, fault.Launch(s, 1, kernel.Args()))
				errs := make(chan error, waiters)
				var began sync.WaitGroup
				for range waiters {
					began.Add(1)
					go func() { began.Done(); errs <- s.Synchronize(ctx) }()
				}
				began.Wait()
				gate.Release()
				failures := 0
				for range waiters {
					if err := <-errs; err != nil {
						require.ErrorIs(t, err, acl.ErrDevice)
						failures++
					}
				}
				require.Equal(t, 1, failures)
			}
		})
	}
}

// A Close that is given up after all work was seen complete leaves the stream usable, also
// if it has found a failure on the way.
func TestCloseGivenUpAfterAFailure(t *testing.T) {
	dev := acltest.New(t)
	d := testkit.Faults(dev)
	s := testkit.NewStream(t, dev, "copy")
	d.Fail("aclrtStreamQuery", driver.RTAICoreException)
	polling, stop := context.WithCancel(context.Background())
	defer stop()
	require.NoError(t, dev.Synchronize(context.WithoutCancel(polling)))
	_, _, err := (*opaque.Stream)(s).Inner().Query() // as a pool does
	require.NoError(t, err)
	require.ErrorIs(t, s.Err(), acl.ErrDevice)

	ctx, cancel := context.WithCancel(context.Background())
	node := (*opaque.Stream)(s).Inner().Node
	hook := d.After(func(faultdriver.Call) driver.Status {
		assert.NoError(t, node.Enter()) // a call that Close waits for
		cancel()
		return driver.Status{}
	}, "aclrtSynchronizeStream")
	err = s.Close(ctx)
	node.Leave()
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, err, acl.ErrDevice, "the failure is not lost")
	hook.Remove()
	require.NoError(t, s.Fill(testkit.Malloc(t, dev, 64), 1), "the stream stays usable")
	require.NoError(t, s.Close(context.Background()))
}

// What has completed before Close is complete for its events too, while Close still waits for
// a call on another goroutine.
func TestEventsWhileCloseWaitsForACall(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		for kind, ctx := range contexts(t) {
			dev := acltest.New(t)
			s := testkit.NewStream(t, dev, "copy")
			e := testkit.Event(t, dev)
			gate := acltest.Hold(t, s)
			closed := make(chan error, 1)
			go func() { closed <- s.Close(ctx) }()
			time.Sleep(time.Second)
			require.NoError(t, s.Record(e)) // after Close began to wait
			node := (*opaque.Stream)(s).Inner().Node
			require.NoError(t, node.Enter())
			gate.Release()
			time.Sleep(time.Second)
			done, err := e.Query()
			node.Leave()
			require.NoError(t, err, kind)
			assert.True(t, done, kind)
			require.NoError(t, <-closed)
		}
	})
}

// A stream that goes on after failed tasks is not taken for one that has stopped, however many
// fail while Close waits: what comes after them runs, and the destroy waits for it.
func TestCloseBesideWorkThatFails(t *testing.T) {
	for kind, ctx := range contexts(t) {
		t.Run(kind, func(t *testing.T) {
			dev := acltest.New(t)
			d := testkit.Faults(dev)
			ran := false
			fault := acltest.Kernel(t, dev, func(*sim.Call) error { return errors.New("bad address") })
			last := acltest.Kernel(t, dev, func(*sim.Call) error { ran = true; return nil })
			s := testkit.NewStream(t, dev, "goes on")
			const failures = 5
			launched, waits := 0, 0
			another := func(faultdriver.Call) driver.Status {
				if launched == waits || launched == failures {
					return driver.Status{}
				}
				launched++
				f := fault
				if launched == failures {
					f = last
				}
				assert.NoError(t, f.Launch(s, 1, kernel.Args()))
				return driver.Status{}
			}
			// A wait that polls locks the stream around its call.
			d.Before(func(c faultdriver.Call) (st driver.Status) {
				if waits++; kind == "endless" {
					st = another(c)
				}
				return st
			}, "aclrtSynchronizeStream")
			d.Before(another, "aclrtStreamQuery")
			require.NoError(t, fault.Launch(s, 1, kernel.Args()))
			err := s.Close(ctx)
			require.ErrorIs(t, err, acl.ErrDevice)
			assert.ErrorContains(t, err, "bad address")
			assert.True(t, ran)
			assert.Zero(t, d.Count("aclrtDestroyStreamForce"))
			require.NoError(t, s.Close(ctx))
		})
	}
}

// A stream that a failure has stopped is known by that, while others still enqueue on it.
func TestCloseOfAStoppedStreamBesideMoreWork(t *testing.T) {
	for kind, ctx := range contexts(t) {
		t.Run(kind, func(t *testing.T) {
			dev := acltest.New(t)
			d := testkit.Faults(dev)
			s, fail := testkit.FailingStream(t, dev)
			v := testkit.Malloc(t, dev, 64)
			fail()
			require.ErrorIs(t, s.Synchronize(ctx), acl.ErrDevice)
			d.Before(func(faultdriver.Call) driver.Status {
				if kind == "endless" {
					_ = s.Fill(v, 1)
				}
				return driver.Status{}
			}, "aclrtSynchronizeStream")
			require.ErrorIs(t, s.Close(ctx), acl.ErrDevice)
			assert.Equal(t, 1, d.Count("aclrtDestroyStreamForce"))
		})
	}
}

// A stream that the library refuses to destroy stays as it was: it can be used, and closed.
func TestStreamThatCannotBeDestroyed(t *testing.T) {
	for kind, ctx := range contexts(t) {
		t.Run(kind, func(t *testing.T) {
			dev := acltest.New(t)
			d := testkit.Faults(dev)
			s := testkit.NewStream(t, dev, "copy")
			v := testkit.Malloc(t, dev, 64)
			before := testkit.DeviceState(t, dev)
			plain := d.FailNth(1, driver.RTInternalError, "aclrtDestroyStream")
			forced := d.FailNth(1, driver.RTInternalError, "aclrtDestroyStreamForce")
			err := s.Close(ctx)
			require.Error(t, err)
			assert.ErrorContains(t, err, "aclrtDestroyStreamForce")
			plain.Remove()
			forced.Remove()
			assert.Equal(t, before, testkit.DeviceState(t, dev))
			require.NoError(t, s.Fill(v, 1))
			gate := acltest.Hold(t, s)
			done, err := s.Query()
			require.NoError(t, err)
			assert.False(t, done)
			ended, end := context.WithCancel(ctx)
			synchronized := make(chan error, 1)
			go func() { synchronized <- dev.Synchronize(ended) }()
			end()
			require.ErrorIs(t, <-synchronized, context.Canceled, "the device still waits for it")
			gate.Release()
			require.NoError(t, s.Synchronize(ctx))
			require.NoError(t, s.Close(ctx))
			require.ErrorIs(t, s.Fill(v, 1), acl.ErrClosed)
		})
	}
}
