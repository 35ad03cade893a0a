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
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/testkit"
)

// theirEvent makes an event as other code of the process would.
func theirEvent(dev *acl.Device) (handle uintptr, destroy func() error) {
	d := (*opaque.Device)(dev).Inner()
	h, op, st := d.CreateEvent(true)
	check(aclerr.Of(op, st))
	return uintptr(h), func() error { return aclerr.Of("aclrtDestroyEvent", d.Driver.DestroyEvent(d.Context, h)) }
}

func foreignEvent(t *testing.T, dev *acl.Device) driver.Event {
	t.Helper()
	h, destroy := theirEvent(dev)
	t.Cleanup(func() { assert.NoError(t, destroy(), "it is still there") })
	return driver.Event(h)
}

func TestAdoptedEvent(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	d, h := (*opaque.Device)(dev).Inner(), foreignEvent(t, dev)
	s, u := acltest.Stream(t, dev), acltest.Stream(t, dev)
	e, err := event.Adopt(dev, uintptr(h), event.Config{Name: "theirs", Timing: true})
	require.NoError(t, err)
	assert.Equal(t, uintptr(h), e.Handle())
	assert.Equal(t, "theirs", e.Name())

	gate := acltest.Hold(t, s)
	require.True(t, d.Driver.RecordEvent(d.Context, h, driver.Stream(s.Handle())).OK(), "the other code records it")
	done, err := e.Query()
	require.NoError(t, err)
	assert.False(t, done)
	require.NoError(t, u.WaitEvent(e))
	idle, err := u.Query()
	require.NoError(t, err)
	assert.False(t, idle, "the wait is for the record of the other code")
	gate.Release()
	require.NoError(t, e.Synchronize(ctx))
	done, err = e.Query()
	require.NoError(t, err)
	assert.True(t, done)
	require.NoError(t, u.Synchronize(ctx))

	// A record here does not hide a later one of the other code.
	require.NoError(t, s.Record(e))
	require.NoError(t, s.Synchronize(ctx))
	gate = acltest.Hold(t, s)
	require.True(t, d.Driver.RecordEvent(d.Context, h, driver.Stream(s.Handle())).OK())
	done, err = e.Query()
	require.NoError(t, err)
	assert.False(t, done)
	gate.Release()
	require.NoError(t, s.Synchronize(ctx))

	require.NoError(t, e.Close())
	require.NoError(t, e.Close())
	require.ErrorIs(t, s.Record(e), acl.ErrClosed)
}

func TestAdoptRefuses(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	_, err := event.Adopt(nil, 1, event.Config{})
	require.ErrorIs(t, err, acl.ErrInvalid)
	_, err = event.Adopt(dev, 0, event.Config{})
	require.ErrorIs(t, err, acl.ErrInvalid)
	require.NoError(t, dev.Close(ctx))
	_, err = event.Adopt(dev, 1, event.Config{})
	require.ErrorIs(t, err, acl.ErrClosed)
}

// Other code may record the event anew between the last look and the library's own wait. The
// wait ends with its context all the same.
func TestWaitForAnAdoptedEventThatIsRecordedAnew(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t)
		d, h := (*opaque.Device)(dev).Inner(), foreignEvent(t, dev)
		s := acltest.Stream(t, dev)
		e, err := event.Adopt(dev, uintptr(h), event.Config{Name: "theirs"})
		require.NoError(t, err)
		var gate *acltest.Gate
		hook := testkit.Faults(dev).Before(func(faultdriver.Call) driver.Status {
			gate = acltest.Hold(t, s)
			return d.Driver.RecordEvent(d.Context, h, driver.Stream(s.Handle()))
		}, "aclrtSynchronizeEvent")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		err = e.Synchronize(ctx)
		require.ErrorIs(t, err, acl.ErrTimeout)
		assert.Equal(t, time.Second, time.Since(start))
		assert.EqualError(t, err, `event: synchronize: event "theirs": aclrtSynchronizeEvent has not returned after 1s, and goes on: timeout: context deadline exceeded`)
		require.ErrorIs(t, e.Close(), acl.ErrBusy, "the library still uses it")
		hook.Remove()
		gate.Release()
		require.NoError(t, e.Synchronize(t.Context()))
		synctest.Wait()
		require.NoError(t, e.Close())
	})
}
