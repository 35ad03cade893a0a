// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestWaitEventOrdersTwoStreams(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	first, second := acltest.Stream(t, dev), acltest.Stream(t, dev)
	v, e := testkit.Malloc(t, dev, 64), testkit.Event(t, dev)
	require.NoError(t, stream.CopySliceToDevice(ctx, first, v, make([]byte, 64)))
	gate := acltest.Hold(t, first)
	require.NoError(t, first.Fill(v, 7))
	require.NoError(t, first.Record(e))
	require.NoError(t, second.WaitEvent(e))
	out := testkit.HostBuffer[byte](t, dev, 64)
	require.NoError(t, second.CopyToHost(out.View(), v))
	done, err := second.Query()
	require.NoError(t, err)
	assert.False(t, done)
	gate.Release()
	require.NoError(t, second.Synchronize(ctx))
	assert.Equal(t, byte(7), out.Slice()[0])
}

func TestEventsThatAreRefused(t *testing.T) {
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, sim.Config{Devices: 2})
	dev, other := acltest.Open(t, m, 0), acltest.Open(t, m, 1)
	s, err := stream.New(dev, stream.Config{Name: "copy"})
	require.NoError(t, err)
	foreign, err := event.New(other, event.Config{Name: "far"})
	require.NoError(t, err)
	calls := map[string]func(*event.Event) error{"record": s.Record, "wait": s.WaitEvent}
	tests := map[string]struct {
		e    *event.Event
		text string
	}{
		"no event":                   {nil, "no event"},
		"an event of another device": {foreign, `the stream is of device 0 (simulated Ascend910B3, 2 devices of 65536 MiB), event "far" of device 1 (simulated Ascend910B3, 2 devices of 65536 MiB)`},
	}
	for name, tt := range tests {
		for verb, call := range calls {
			t.Run(verb+" "+name, func(t *testing.T) {
				before := testkit.StreamState(t, s)
				err := call(tt.e)
				require.ErrorIs(t, err, acl.ErrInvalid)
				assert.EqualError(t, err, "stream: "+verb+` on "copy": `+tt.text+": invalid argument")
				assert.Equal(t, before, testkit.StreamState(t, s))
			})
		}
	}
	require.NoError(t, foreign.Close())
	require.NoError(t, s.Close(context.Background()))
}

func TestDevicesOpenedTwiceAreOne(t *testing.T) {
	m := acltest.NewMachine(t, sim.Config{})
	dev, again := acltest.Open(t, m, 0), acltest.Open(t, m, 0)
	s := acltest.Stream(t, dev)
	e := testkit.Event(t, again)
	require.NoError(t, s.Record(e))
	require.NoError(t, s.WaitEvent(e))
	require.NoError(t, s.Fill(testkit.Malloc(t, again, 64), 1))
	require.NoError(t, s.Synchronize(context.Background()))
}

func TestFailedRecordLeavesTheEventAsItWas(t *testing.T) {
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	e := testkit.Event(t, dev)
	acltest.Fail(t, dev, sim.NthCall(1, "aclrtRecordEvent", codes.RTNoEventResource))
	before := testkit.StreamState(t, s)
	err := s.Record(e)
	require.ErrorIs(t, err, codes.RTNoEventResource)
	assert.Equal(t, before, testkit.StreamState(t, s))
	_, err = e.Query()
	require.ErrorIs(t, err, acl.ErrNotRecorded)
}

func TestOrderCostsNoAllocation(t *testing.T) {
	acltest.DisableHazards(t)
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	e, v, h := testkit.Event(t, dev), testkit.Malloc(t, dev, 64), testkit.HostBuffer[byte](t, dev, 64).View()
	calls := map[string]func() error{
		"Record":       func() error { return s.Record(e) },
		"WaitEvent":    func() error { return s.WaitEvent(e) },
		"CopyToDevice": func() error { return s.CopyToDevice(v, h) },
		"CopyToHost":   func() error { return s.CopyToHost(h, v) },
		"Copy":         func() error { return s.Copy(v, v) },
		"Fill":         func() error { return s.Fill(v, 1) },
		"Query":        func() error { _, err := s.Query(); return err },
	}
	require.NoError(t, s.Record(e))
	// The gate keeps what running work allocates out of the count. The queue of the
	// simulated device keeps the size that it has grown to before.
	held := func(f func()) {
		require.NoError(t, s.Synchronize(context.Background()))
		gate := acltest.Hold(t, s)
		f()
		gate.Release()
	}
	held(func() {
		for range 255 {
			require.NoError(t, s.Fill(v, 1))
		}
	})
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			held(func() {
				var err error
				n := testkit.Allocations(100, func() { err = call() })
				require.NoError(t, err)
				assert.Zero(t, n)
			})
			require.NoError(t, s.Synchronize(context.Background()))
		})
	}
}
