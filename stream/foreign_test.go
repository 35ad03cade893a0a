// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/stream"
)

// theirStream makes a stream as other code of the process would.
func theirStream(dev *acl.Device, flags uint32) (handle uintptr, destroy func() error) {
	d := (*opaque.Device)(dev).Inner()
	h, st := d.Driver.CreateStreamWithConfig(d.Context, 0, flags)
	check(aclerr.Of("aclrtCreateStreamWithConfig", st))
	return uintptr(h), func() error {
		return aclerr.Of("aclrtDestroyStreamForce", d.Driver.DestroyStreamForce(d.Context, h))
	}
}

func foreignStream(t *testing.T, dev *acl.Device, flags uint32) driver.Stream {
	t.Helper()
	h, destroy := theirStream(dev, flags)
	t.Cleanup(func() { assert.NoError(t, destroy(), "it is still there") })
	return driver.Stream(h)
}

// theirFill enqueues as other code would.
func theirFill(dev *acl.Device, handle uintptr, v acl.View, value int32) error {
	d := (*opaque.Device)(dev).Inner()
	return aclerr.Of("aclrtMemsetAsync", d.Driver.MemsetAsync(d.Context, opaque.View(v).Mem(), v.Size(), value, v.Size(), driver.Stream(handle)))
}

func fillBy(dev *acl.Device, handle uintptr, v acl.View) error { return theirFill(dev, handle, v, 7) }

func TestEnqueueCountsOnePieceOfWork(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	s, v := acltest.Stream(t, dev), testkit.Malloc(t, dev, 64)
	inner, failure := (*opaque.Stream)(s).Inner(), errors.New("failure")
	tests := map[string]func(handle uintptr) error{
		"works":                 func(h uintptr) error { return fillBy(dev, h, v) },
		"fails after enqueuing": func(h uintptr) error { return errors.Join(fillBy(dev, h, v), failure) },
		"panics after enqueuing": func(h uintptr) error {
			_ = fillBy(dev, h, v)
			panic(failure)
		},
	}
	for name, f := range tests {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, s.Synchronize(ctx))
			before := inner.Enqueued()
			err := func() (err error) {
				defer func() {
					if r := recover(); r != nil {
						err = r.(error)
					}
				}()
				return s.Enqueue(func(h uintptr) error {
					assert.Equal(t, s.Handle(), h)
					return f(h)
				})
			}()
			if name == "works" {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, failure)
			}
			assert.Equal(t, before+1, inner.Enqueued())
			assert.False(t, inner.Done(before+1), "it is pending")
			require.NoError(t, s.Synchronize(ctx))
			assert.True(t, inner.Done(before+1))
			got := make([]byte, 64)
			require.NoError(t, acl.CopySliceToHost(ctx, got, v))
			assert.Equal(t, byte(7), got[63])
		})
	}
}

func TestEnqueueRefuses(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	require.ErrorIs(t, s.Enqueue(nil), acl.ErrInvalid)
	require.NoError(t, s.Close(ctx))
	require.ErrorIs(t, s.Enqueue(func(uintptr) error { t.Error("called"); return nil }), acl.ErrClosed)
}

func TestAdoptedStreamIsForgottenByClose(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	h, v := foreignStream(t, dev, 0), testkit.Malloc(t, dev, 64)
	for range 2 { // it can be adopted again
		s, err := stream.Adopt(dev, uintptr(h), stream.Config{Name: "theirs"})
		require.NoError(t, err)
		assert.Equal(t, "theirs", s.Name())
		assert.Equal(t, uintptr(h), s.Handle())
		assert.Same(t, dev, s.Device())
		_, err = stream.Adopt(dev, uintptr(h), stream.Config{})
		require.ErrorIs(t, err, acl.ErrInvalid)
		assert.ErrorContains(t, err, `it is stream "theirs" already`)
		require.ErrorIs(t, dev.Close(ctx), acl.ErrBusy)
		require.NoError(t, stream.CopySliceToDevice(ctx, s, v, []byte{1}))
		require.NoError(t, s.Enqueue(func(h uintptr) error { return fillBy(dev, h, v) }))
		require.NoError(t, s.Close(ctx))
		require.NoError(t, s.Close(ctx))
		require.ErrorIs(t, s.Fill(v, 1), acl.ErrClosed)
	}
	d := (*opaque.Device)(dev).Inner()
	status, st := d.Driver.StreamQuery(d.Context, h)
	require.True(t, st.OK())
	assert.Equal(t, driver.StreamComplete, status, "Close has waited")
}

func TestCloseOfAnAdoptedStreamWaitsWithinItsContext(t *testing.T) {
	dev := acltest.New(t)
	s, err := stream.Adopt(dev, uintptr(foreignStream(t, dev, 0)), stream.Config{})
	require.NoError(t, err)
	gate := acltest.Hold(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, s.Close(ctx), context.Canceled)
	gate.Release()
	require.NoError(t, s.Close(context.Background()))
}

// What other code enqueues between the last look and the library's own wait is waited for no
// longer than the context lasts, and nothing else waits for it meanwhile.
func TestWaitsForAnAdoptedStreamBesideItsOwner(t *testing.T) {
	acltest.RequireGoMachine(t)
	waits := map[string]func(*stream.Stream, context.Context) error{
		"synchronize": (*stream.Stream).Synchronize,
		"close":       (*stream.Stream).Close,
	}
	for verb, wait := range waits {
		t.Run(verb, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dev := acltest.New(t)
				d, h := (*opaque.Device)(dev).Inner(), foreignStream(t, dev, 0)
				s, err := stream.Adopt(dev, uintptr(h), stream.Config{Name: "theirs"})
				require.NoError(t, err)
				other, e := acltest.Stream(t, dev), testkit.Event(t, dev)
				v := testkit.Malloc(t, dev, 64)
				gate := acltest.Hold(t, other)
				require.NoError(t, other.Record(e))
				hook := testkit.Faults(dev).Before(func(faultdriver.Call) driver.Status {
					assert.NoError(t, s.Fill(v, 1), "the stream is not locked")
					return d.Driver.StreamWaitEvent(d.Context, h, driver.Event(e.Handle()))
				}, "aclrtSynchronizeStream")
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				start := time.Now()
				err = wait(s, ctx)
				require.ErrorIs(t, err, acl.ErrTimeout)
				assert.Equal(t, time.Second, time.Since(start))
				assert.EqualError(t, err, "stream: "+verb+` "theirs": aclrtSynchronizeStream has not returned after 1s, and goes on: timeout: context deadline exceeded`)
				hook.Remove()
				require.NoError(t, s.Fill(v, 2), "the stream is open")
				gate.Release()
				synctest.Wait()
				require.NoError(t, s.Close(t.Context()))
			})
		})
	}
}

func TestAdoptRefuses(t *testing.T) {
	dev := acltest.New(t)
	good := uintptr(foreignStream(t, dev, 0))
	own := acltest.Stream(t, dev)
	tests := map[string]struct {
		dev    *acl.Device
		handle uintptr
		cfg    stream.Config
		text   string
	}{
		"no device":           {nil, good, stream.Config{}, "no device"},
		"no handle":           {dev, 0, stream.Config{}, "no handle"},
		"a priority":          {dev, good, stream.Config{Priority: stream.PriorityHighest}, "only its name"},
		"a flag":              {dev, good, stream.Config{FastSync: true}, "only its name"},
		"a stream of ours":    {dev, own.Handle(), stream.Config{}, "already"},
		"persistent":          {dev, uintptr(foreignStream(t, dev, driver.StreamPersistent)), stream.Config{}, "0x4: the host cannot wait"},
		"scheduled by a CPU":  {dev, uintptr(foreignStream(t, dev, driver.StreamCPUSchedule)), stream.Config{}, "0x10: the host cannot wait"},
		"used by device only": {dev, uintptr(foreignStream(t, dev, driver.StreamDeviceUseOnly)), stream.Config{}, "0x20: the host cannot wait"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := stream.Adopt(tt.dev, tt.handle, tt.cfg)
			require.ErrorIs(t, err, acl.ErrInvalid)
			assert.ErrorContains(t, err, tt.text)
		})
	}
}

func TestAdoptWhereTheLibraryCannotTell(t *testing.T) {
	dev := acltest.New(t)
	d := (*opaque.Device)(dev).Inner()
	h := uintptr(foreignStream(t, dev, 0))
	before := d.Runtime.Driver
	t.Cleanup(func() { d.Runtime.Driver = before })
	f := testkit.Faults(dev)
	f.Fail("aclrtStreamGetFlags", driver.RTStreamContext)
	_, err := stream.Adopt(dev, h, stream.Config{})
	require.ErrorIs(t, err, acl.ErrInvalid)
	assert.ErrorContains(t, err, "aclrtStreamGetFlags")
	f.Hide("aclrtStreamGetFlags")
	for _, d.Runtime.Driver = range []driver.API{f, struct{ driver.API }{before}} {
		s, err := stream.Adopt(dev, h, stream.Config{})
		require.NoError(t, err)
		require.NoError(t, s.Close(context.Background()))
	}
}
