// SPDX-License-Identifier: Apache-2.0

package core_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

// idle makes a driver whose streams have the given status.
func idle(status driver.StreamStatus, code driver.Code) driver.API {
	d := faultdriver.New(nil)
	d.Replace.StreamQuery = func(driver.Context, driver.Stream) (driver.StreamStatus, driver.Status) {
		return status, driver.Status{Code: code}
	}
	return d
}

func newDevice(t *testing.T, d driver.API) *core.Device {
	t.Helper()
	rt := core.NewRuntime(d, nil, false)
	dev := rt.NewDevice(0, 1)
	require.NoError(t, rt.Root.Add(&dev.Node, lifetime.Device, "0", nil))
	return dev
}

func newStream(t *testing.T, d *core.Device, name string) *core.Stream {
	t.Helper()
	s, err := d.AddStream(1, name, func(*core.Stream) lifetime.Closer {
		return func(context.Context, bool) error { return nil }
	})
	require.NoError(t, err)
	return s
}

func newUses(t *testing.T, d *core.Device) *core.Uses {
	t.Helper()
	u := &core.Uses{}
	require.NoError(t, d.Node.Add(&u.Node, lifetime.HostMemory, "64 bytes", nil))
	return u
}

// use enqueues on a stream a piece of work for which the driver returns code.
func use(t *testing.T, u *core.Uses, s *core.Stream, code driver.Code) error {
	t.Helper()
	require.NoError(t, s.Lock())
	defer s.Unlock()
	st, err := u.Enqueue(s, func() driver.Status { return driver.Status{Code: code} })
	if err == nil {
		assert.Equal(t, code, st.Code)
	}
	return err
}

func TestUsesArePendingUntilSeenComplete(t *testing.T) {
	d := newDevice(t, idle(driver.StreamNotReady, driver.Success))
	a, b, u := newStream(t, d, "a"), newStream(t, d, "b"), newUses(t, d)
	assert.Empty(t, u.Pending())
	require.NoError(t, use(t, u, a, driver.Success))
	first := a.Enqueued()
	require.NoError(t, use(t, u, a, driver.Success))
	require.NoError(t, use(t, u, b, driver.Success))
	assert.Equal(t, []*core.Stream{a, b}, u.Pending())
	a.MarkComplete(first)
	assert.Equal(t, []*core.Stream{a, b}, u.Pending(), "the last work counts")
	a.MarkComplete(a.Enqueued())
	assert.Equal(t, []*core.Stream{b}, u.Pending())

	err := u.MarkClosed(false)
	require.ErrorIs(t, err, errclass.Busy)
	assert.ErrorContains(t, err, `work on stream "b"`)
	require.NoError(t, use(t, u, a, driver.Success), "a refused close leaves it usable")
	a.MarkComplete(a.Enqueued())
	b.MarkClosed()
	require.NoError(t, u.MarkClosed(false), "what a closed stream had to do is done")
	enqueued := a.Enqueued()
	err = use(t, u, a, driver.Success)
	require.ErrorIs(t, err, errclass.Closed)
	assert.ErrorContains(t, err, `host buffer "64 bytes"`)
	assert.Equal(t, enqueued, a.Enqueued())
}

func TestRefusedWorkIsNoUse(t *testing.T) {
	d := newDevice(t, idle(0, driver.Success))
	s, u := newStream(t, d, "a"), newUses(t, d)
	require.NoError(t, use(t, u, s, driver.RTStreamTaskFull))
	assert.Zero(t, s.Enqueued())
	require.NoError(t, s.Lock())
	s.Note() // something that does not touch it
	s.Unlock()
	assert.Empty(t, u.Pending())

	require.NoError(t, use(t, u, s, driver.Success))
	require.NoError(t, use(t, u, s, driver.RTStreamTaskFull))
	assert.Equal(t, []*core.Stream{s}, u.Pending(), "the use before still counts")
	s.MarkComplete(s.Enqueued())
	assert.Empty(t, u.Pending())
}

func TestResetClosesWhateverIsPending(t *testing.T) {
	d := newDevice(t, idle(0, driver.Success))
	s, u := newStream(t, d, "a"), newUses(t, d)
	require.NoError(t, use(t, u, s, driver.Success))
	require.NoError(t, u.MarkClosed(true))
	require.ErrorIs(t, use(t, u, s, driver.Success), errclass.Closed)
}

func TestLearnAsksTheStreams(t *testing.T) {
	tests := map[string]struct {
		driver  driver.API
		pending bool
		advice  string
	}{
		"done":               {idle(driver.StreamComplete, driver.Success), false, ""},
		"not done":           {idle(driver.StreamNotReady, driver.Success), true, "synchronize the stream first"},
		"failed":             {idle(0, driver.RTAICoreException), true, "the stream has failed, so close it first"},
		"done, with warning": {idle(driver.StreamNotReady, driver.RTOverFlow), false, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d := newDevice(t, tt.driver)
			s, u := newStream(t, d, "a"), newUses(t, d)
			require.NoError(t, use(t, u, s, driver.Success))
			u.Learn()
			assert.Equal(t, tt.pending, len(u.Pending()) > 0)
			if tt.pending {
				assert.ErrorContains(t, u.MarkClosed(false), tt.advice, "advice that can be followed")
			}
		})
	}
}

// The call runs without the lock of the uses, so nobody may close in its midst.
func TestNobodyClosesUnderACall(t *testing.T) {
	d := newDevice(t, idle(0, driver.Success))
	s, u := newStream(t, d, "a"), newUses(t, d)
	require.NoError(t, s.Lock())
	defer s.Unlock()
	_, err := u.Enqueue(s, func() driver.Status {
		assert.ErrorIs(t, u.MarkClosed(false), errclass.Busy)
		return driver.Status{}
	})
	require.NoError(t, err)
}

func TestShortLivedStreamsDoNotPileUp(t *testing.T) {
	d := newDevice(t, idle(0, driver.Success))
	u := newUses(t, d)
	for range 3 {
		s := newStream(t, d, "short")
		require.NoError(t, use(t, u, s, driver.Success))
		s.MarkClosed()
	}
	s := newStream(t, d, "last")
	n := testing.AllocsPerRun(10, func() {
		if s.Lock() == nil {
			_, _ = u.Enqueue(s, func() driver.Status { return driver.Status{} })
			s.Unlock()
		}
	})
	assert.Zero(t, n)
	assert.Equal(t, []*core.Stream{s}, u.Pending())
}

func TestUsesFromManyStreams(t *testing.T) {
	d := newDevice(t, idle(driver.StreamComplete, driver.Success))
	u := newUses(t, d)
	var wg sync.WaitGroup
	for range 4 {
		s := newStream(t, d, "s")
		wg.Go(func() {
			for range 200 {
				if !assert.NoError(t, s.Lock()) {
					return
				}
				_, err := u.Enqueue(s, func() driver.Status { return driver.Status{} })
				s.Unlock()
				assert.NoError(t, err)
				u.Learn()
			}
		})
	}
	wg.Wait()
	u.Learn()
	assert.Empty(t, u.Pending())
	require.NoError(t, u.MarkClosed(false))
}
