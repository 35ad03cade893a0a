// SPDX-License-Identifier: Apache-2.0

package event_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/sim"
)

func TestElapsed(t *testing.T) {
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	start, end := newEvent(t, dev, event.Config{Timing: true}), newEvent(t, dev, event.Config{Timing: true})
	require.NoError(t, s.Record(start))
	require.NoError(t, s.Record(end))
	require.NoError(t, end.Synchronize(context.Background()))
	there, err := event.Elapsed(start, end)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, there, 0*there)
	back, err := event.Elapsed(end, start)
	require.NoError(t, err)
	assert.Equal(t, -there, back)
	same, err := event.Elapsed(end, end)
	require.NoError(t, err)
	assert.Zero(t, same)
}

// Without time stamps the library returns a meaningless number once it has noticed that
// the record is done, so the three causes are kept apart whatever it would say.
func TestElapsedNamesTheCause(t *testing.T) {
	m := acltest.NewMachine(t, sim.Config{Devices: 2})
	dev := acltest.Open(t, m, 0)
	s, held := acltest.Stream(t, dev), acltest.Stream(t, dev)
	record := func(name string, timing bool) *event.Event {
		e := newEvent(t, dev, event.Config{Name: name, Timing: timing})
		require.NoError(t, s.Record(e))
		return e
	}
	good, plain := record("good", true), record("plain", false)
	require.NoError(t, s.Synchronize(context.Background()))
	fresh := newEvent(t, dev, event.Config{Name: "fresh", Timing: true})
	pending := newEvent(t, dev, event.Config{Name: "pending", Timing: true})
	acltest.Hold(t, held)
	require.NoError(t, held.Record(pending))
	foreign := newEvent(t, acltest.Open(t, m, 1), event.Config{Name: "foreign", Timing: true})

	classes := []error{acl.ErrNoTiming, acl.ErrNotRecorded, acl.ErrNotReady}
	tests := map[string]struct {
		start, end *event.Event
		want       error
		text       string
	}{
		"start without timing": {plain, good, acl.ErrNoTiming, `event "plain": make it with Timing`},
		"end without timing":   {good, plain, acl.ErrNoTiming, `event "plain": make it with Timing`},
		"start not recorded":   {fresh, good, acl.ErrNotRecorded, `event "fresh": record it on a stream first`},
		"end not recorded":     {good, fresh, acl.ErrNotRecorded, `event "fresh": record it on a stream first`},
		"start not ready":      {pending, good, acl.ErrNotReady, `event "pending": synchronize first`},
		"end not ready":        {good, pending, acl.ErrNotReady, `event "pending": synchronize first`},
		"of two devices":       {good, foreign, nil, "device 0 and device 1"},
		"no start":             {nil, good, nil, "no event"},
		"no end":               {good, nil, nil, "no event"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			before := testkit.DeviceState(t, dev)
			_, err := event.Elapsed(tt.start, tt.end)
			require.ErrorIs(t, err, acl.ErrInvalid)
			assert.ErrorContains(t, err, tt.text)
			for _, c := range classes {
				if errors.Is(tt.want, c) {
					require.ErrorIs(t, err, c)
				} else {
					require.NotErrorIs(t, err, c)
				}
			}
			assert.Equal(t, before, testkit.DeviceState(t, dev))
		})
	}
}
