// SPDX-License-Identifier: Apache-2.0

package event_test

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
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/testkit"
)

// contexts are the two sorts of waiting: inside the library, and by asking.
func contexts(t *testing.T) map[string]context.Context {
	endless := context.Background()
	ending, cancel := context.WithCancel(endless)
	t.Cleanup(cancel)
	return map[string]context.Context{"endless": endless, "can end": ending}
}

func TestSynchronizeWaitsForTheRecordAlone(t *testing.T) {
	for name, ctx := range contexts(t) {
		t.Run(name, func(t *testing.T) {
			dev := acltest.New(t)
			s := acltest.Stream(t, dev)
			e := testkit.Event(t, dev)
			first := acltest.Hold(t, s)
			require.NoError(t, s.Record(e))
			recorded := (*opaque.Stream)(s).Inner().Enqueued()
			second := acltest.Hold(t, s)

			done, err := e.Query()
			require.NoError(t, err)
			assert.False(t, done)
			first.Release()
			require.NoError(t, e.Synchronize(ctx))
			assert.True(t, (*opaque.Stream)(s).Inner().Done(recorded), "what came before the record is known to be done")
			assert.False(t, (*opaque.Stream)(s).Inner().Done((*opaque.Stream)(s).Inner().Enqueued()), "what came after it is not")
			done, err = e.Query()
			require.NoError(t, err)
			assert.True(t, done)
			second.Release()
		})
	}
}

// B39: an event that was never recorded orders nothing, and is an error wherever it is
// awaited.
func TestNotRecorded(t *testing.T) {
	dev := acltest.New(t)
	acltest.AllowHazards(t, dev, hazard.UnrecordedWait)
	s := acltest.Stream(t, dev)
	e := newEvent(t, dev, event.Config{Name: "done"})
	before, work := testkit.DeviceState(t, dev), (*opaque.Stream)(s).Inner().Enqueued()
	calls := map[string]func() error{
		"Query":       func() error { _, err := e.Query(); return err },
		"Synchronize": func() error { return e.Synchronize(context.Background()) },
		"WaitEvent":   func() error { return s.WaitEvent(e) },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			err := call()
			require.ErrorIs(t, err, acl.ErrNotRecorded)
			require.ErrorIs(t, err, acl.ErrInvalid)
			assert.ErrorContains(t, err, `event "done": record it on a stream first`)
			assert.Equal(t, before, testkit.DeviceState(t, dev))
			assert.Equal(t, work, (*opaque.Stream)(s).Inner().Enqueued(), "nothing is enqueued")
		})
	}
}

func TestSynchronizeStopsWithTheContext(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t)
		s := testkit.NewStream(t, dev, "producer")
		gate := acltest.Hold(t, s)
		e := newEvent(t, dev, event.Config{Name: "done"})
		require.NoError(t, s.Record(e))
		before := testkit.DeviceState(t, dev)

		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		start := time.Now()
		err := e.Synchronize(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorIs(t, err, acl.ErrTimeout)
		assert.EqualError(t, err, `event: synchronize: event "done": stream "producer": `+
			`the wait ended after 1s, and the work goes on; Stream.Abort ends it: timeout: context deadline exceeded`)
		assert.Equal(t, time.Second, time.Since(start))
		assert.Equal(t, before, testkit.DeviceState(t, dev))
		assert.False(t, (*opaque.Stream)(s).Inner().Done((*opaque.Stream)(s).Inner().Enqueued()), "nothing has been learnt")

		ended, end := context.WithCancel(context.Background())
		end()
		err = e.Synchronize(ended)
		require.ErrorIs(t, err, context.Canceled)
		require.NotErrorIs(t, err, acl.ErrTimeout)

		gate.Release()
		require.NoError(t, e.Synchronize(context.Background()), "the event is as good as before")
		require.NoError(t, s.Close(context.Background()))
	})
}

// An abort may drop a record at any time, and the library might then wait for it for ever. So
// the plain synchronize is not called before the record has completed, whatever ctx is, nor
// while a new record could come.
func TestSynchronizeDoesNotBlockInTheLibrary(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		for name, ctx := range contexts(t) {
			dev := acltest.New(t)
			d := testkit.Faults(dev)
			s := acltest.Stream(t, dev)
			e := testkit.Event(t, dev)
			gate := acltest.Hold(t, s)
			require.NoError(t, s.Record(e))
			locked := false
			d.Before(func(faultdriver.Call) driver.Status {
				mu := &(*opaque.Event)(e).Inner().Mu
				if locked = !mu.TryLock(); !locked {
					mu.Unlock()
				}
				return driver.Status{}
			}, "aclrtSynchronizeEvent")
			waited := make(chan error, 1)
			go func() { waited <- e.Synchronize(ctx) }()
			time.Sleep(time.Second)
			assert.Zero(t, d.Count("aclrtSynchronizeEvent"), "%s: the record may be dropped", name)
			gate.Release()
			require.NoError(t, <-waited)
			assert.Equal(t, 1, d.Count("aclrtSynchronizeEvent"), "%s: which gives the pools an occasion", name)
			assert.True(t, locked, name)
		}
	})
}

func TestSynchronizeTellsThePools(t *testing.T) {
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	e := testkit.Event(t, dev)
	told := 0
	t.Cleanup((*opaque.Device)(dev).Inner().OnSynchronize(func() { told++ }))
	require.Error(t, e.Synchronize(context.Background()))
	require.NoError(t, s.Record(e))
	for done := false; !done; {
		var err error
		done, err = e.Query()
		require.NoError(t, err)
	}
	assert.Zero(t, told, "neither a failure nor a query is an occasion")
	require.NoError(t, e.Synchronize(context.Background()))
	assert.Equal(t, 1, told)
}

func TestSynchronizeOfAFailedStream(t *testing.T) {
	for name, ctx := range contexts(t) {
		t.Run(name, func(t *testing.T) {
			dev := acltest.New(t)
			s, fail := testkit.FailingStream(t, dev)
			e := newEvent(t, dev, event.Config{Name: "done"})
			gate := acltest.Hold(t, s)
			fail()
			require.NoError(t, s.Record(e))
			gate.Release()
			require.Error(t, s.WaitIdle(context.Background()))
			err := e.Synchronize(ctx)
			require.ErrorIs(t, err, acl.ErrDevice)
			assert.ErrorContains(t, err, `stream "broken"`)
		})
	}
}

func TestSynchronizeAfterTheStreamWasClosedByForce(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	s, fail := testkit.FailingStream(t, dev)
	e := newEvent(t, dev, event.Config{Name: "done"})
	gate := acltest.Hold(t, s)
	fail()
	require.NoError(t, s.Record(e))
	gate.Release()
	require.ErrorIs(t, s.Close(ctx), acl.ErrDevice)
	err := e.Synchronize(ctx)
	require.ErrorIs(t, err, acl.ErrDevice)
	assert.ErrorContains(t, err, `stream "broken" was closed before it reached the record`)
}

func TestWaitersKeepTheRecordTheySaw(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t)
		s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
		e := testkit.Event(t, dev)
		require.NoError(t, s.Record(e))
		require.NoError(t, other.WaitEvent(e))
		gate := acltest.Hold(t, s)
		require.NoError(t, s.Record(e))
		require.NoError(t, other.Synchronize(context.Background()), "the later record is not waited for")
		done, err := e.Query()
		require.NoError(t, err)
		assert.False(t, done, "a query asks about the later record")
		gate.Release()
		require.NoError(t, e.Synchronize(context.Background()))
	})
}
