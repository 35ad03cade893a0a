// SPDX-License-Identifier: Apache-2.0

package event_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/sim"
)

func TestNewRefusesNoDevice(t *testing.T) {
	_, err := event.New(nil, event.Config{Name: "done"})
	require.ErrorIs(t, err, acl.ErrInvalid)
	assert.EqualError(t, err, `event: make "done": no device: invalid argument`)
	_, err = event.New(nil, event.Config{})
	assert.EqualError(t, err, "event: make an event: no device: invalid argument")
}

func TestNewRefusesAClosedDevice(t *testing.T) {
	dev := acltest.New(t)
	require.NoError(t, dev.Close(context.Background()))
	_, err := event.New(dev, event.Config{Name: "done"})
	require.ErrorIs(t, err, acl.ErrClosed)
	assert.ErrorContains(t, err, `event: make "done": device 0`)
}

func TestNamesOfAnEvent(t *testing.T) {
	dev := acltest.New(t)
	e := newEvent(t, dev, event.Config{Name: "done"})
	assert.Equal(t, "done", e.Name())
	assert.Equal(t, `event "done" on device 0`, e.String())
	assert.Regexp(t, `^event-\d+$`, testkit.Event(t, dev).Name())
}

func TestElapsedOfNoEventIsAnError(t *testing.T) {
	for what, none := range map[string]*event.Event{"nil": nil, "not from New": {}} {
		t.Run(what, func(t *testing.T) {
			_, err := event.Elapsed(none, none)
			require.ErrorIs(t, err, acl.ErrInvalid)
			assert.EqualError(t, err, "event: elapsed time: no event: invalid argument")
		})
	}
}

func TestDeviceWithAnEventRefusesToClose(t *testing.T) {
	dev := acltest.New(t)
	newEvent(t, dev, event.Config{Name: "done"})
	before := testkit.DeviceState(t, dev)
	err := dev.Close(context.Background())
	require.ErrorIs(t, err, acl.ErrBusy)
	assert.ErrorContains(t, err, `event "done"`)
	assert.Equal(t, before, testkit.DeviceState(t, dev))
}

func TestUseAfterClose(t *testing.T) {
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	e, other := newEvent(t, dev, event.Config{Name: "done", Timing: true}), newEvent(t, dev, event.Config{Timing: true})
	require.NoError(t, s.Record(e))
	require.NoError(t, s.Record(other))
	require.NoError(t, s.Synchronize(context.Background()))
	require.NoError(t, e.Close())
	before := testkit.DeviceState(t, dev)
	calls := map[string]func() error{
		"Query":       func() error { _, err := e.Query(); return err },
		"Synchronize": func() error { return e.Synchronize(context.Background()) },
		"Record":      func() error { return s.Record(e) },
		"WaitEvent":   func() error { return s.WaitEvent(e) },
		"Elapsed to":  func() error { _, err := event.Elapsed(other, e); return err },
		"Elapsed":     func() error { _, err := event.Elapsed(e, other); return err },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			err := call()
			require.ErrorIs(t, err, acl.ErrClosed)
			assert.ErrorContains(t, err, `event "done": closed`)
			assert.Equal(t, before, testkit.DeviceState(t, dev))
		})
	}
	require.NoError(t, e.Close(), "closing twice does nothing")
}

func TestCloseBeforeTheRecordHappens(t *testing.T) {
	dev := acltest.New(t)
	s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
	gate := acltest.Hold(t, s)
	e := testkit.Event(t, dev)
	require.NoError(t, s.Record(e))
	require.NoError(t, other.WaitEvent(e))
	require.NoError(t, e.Close())
	done, err := other.Query()
	require.NoError(t, err)
	assert.False(t, done, "who waits for the record goes on waiting")
	gate.Release()
	require.NoError(t, other.Synchronize(context.Background()))
}

func TestCloseRefusesWhileSomebodyWaits(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t)
		s := acltest.Stream(t, dev)
		gate := acltest.Hold(t, s)
		e := newEvent(t, dev, event.Config{Name: "done"})
		require.NoError(t, s.Record(e))
		waited := make(chan error, 1)
		go func() { waited <- e.Synchronize(context.Background()) }()
		synctest.Wait()

		before := testkit.DeviceState(t, dev)
		err := e.Close()
		require.ErrorIs(t, err, acl.ErrBusy)
		assert.ErrorContains(t, err, `event: close "done"`)
		assert.Equal(t, before, testkit.DeviceState(t, dev))

		gate.Release()
		require.NoError(t, <-waited)
		require.NoError(t, e.Close())
	})
}

func TestForcedShutdownClosesEvents(t *testing.T) {
	m := acltest.NewMachine(t, sim.Config{})
	dev := acltest.Open(t, m, 0)
	e, err := event.New(dev, event.Config{})
	require.NoError(t, err)
	require.NoError(t, m.CloseForce(context.Background()))
	_, err = e.Query()
	require.ErrorIs(t, err, acl.ErrClosed)
	require.NoError(t, e.Close())
}

// An old library lacks the newer kind of events.
func TestEventsOfAnOldLibrary(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	acltest.AllowHazards(t, dev, hazard.UnrecordedWait)
	testkit.Faults(dev).Hide("aclrtCreateEventExWithFlag")
	s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
	e := testkit.Event(t, dev)
	require.ErrorIs(t, other.WaitEvent(e), acl.ErrNotRecorded)
	for range 3 {
		gate := acltest.Hold(t, s)
		require.NoError(t, s.Record(e))
		require.NoError(t, other.WaitEvent(e))
		done, err := e.Query()
		require.NoError(t, err)
		assert.False(t, done)
		gate.Release()
		require.NoError(t, e.Synchronize(ctx))
		require.NoError(t, other.Synchronize(ctx))
	}
}
