// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"runtime"
	"slices"
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
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestCloseWaitsForTheWork(t *testing.T) {
	for kind, ctx := range contexts(t) {
		t.Run(kind, func(t *testing.T) {
			dev := acltest.New(t)
			s := testkit.NewStream(t, dev, "copy")
			out := testkit.HostBuffer[byte](t, dev, 64)
			v := testkit.Malloc(t, dev, 64)
			gate := acltest.Hold(t, s)
			require.NoError(t, s.Fill(v, 7))
			require.NoError(t, s.CopyToHost(out.View(), v))
			go gate.Release()
			require.NoError(t, s.Close(ctx))
			assert.Equal(t, byte(7), out.Slice()[63])
			require.NoError(t, s.Close(ctx), "closing twice does nothing")
			for o := range dev.Objects() {
				assert.NotEqual(t, "stream", o.Kind)
			}
		})
	}
}

func TestCloseStopsWithTheContext(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t)
		s := testkit.NewStream(t, dev, "copy")
		gate := acltest.Hold(t, s)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		before := testkit.StreamState(t, s)
		err := s.Close(ctx)
		require.ErrorIs(t, err, acl.ErrTimeout)
		assert.EqualError(t, err, `stream: close "copy": the wait ended after 1s, and the work goes on; Stream.Abort ends it: timeout: context deadline exceeded`)
		assert.Equal(t, before, testkit.StreamState(t, s))
		require.NoError(t, s.Fill(testkit.Malloc(t, dev, 64), 1), "the stream stays usable")
		gate.Release()
		require.NoError(t, s.Close(context.Background()))
	})
}

func TestCloseRefusesWhileSomebodyWaits(t *testing.T) {
	for name, wait := range waits {
		t.Run(name, func(t *testing.T) {
			acltest.RequireGoMachine(t)
			synctest.Test(t, func(t *testing.T) {
				dev := acltest.New(t)
				s := testkit.NewStream(t, dev, "copy")
				gate := acltest.Hold(t, s)
				waited := make(chan error, 1)
				go func() { waited <- wait(s, context.Background()) }()
				synctest.Wait()
				before := testkit.StreamState(t, s)
				err := s.Close(context.Background())
				require.ErrorIs(t, err, acl.ErrBusy)
				assert.ErrorContains(t, err, `stream: close "copy"`)
				assert.Equal(t, before, testkit.StreamState(t, s))
				gate.Release()
				require.NoError(t, <-waited)
				require.NoError(t, s.Close(context.Background()))
			})
		})
	}
}

// While Close waits the stream is open: everything works that could end the wait, or that
// waits for the same.
func TestUseWhileCloseWaits(t *testing.T) {
	for kind, ctx := range contexts(t) {
		for name, wait := range waits {
			t.Run(kind+"/"+name, func(t *testing.T) {
				dev := acltest.New(t)
				s := testkit.NewStream(t, dev, "copy")
				gate := acltest.Hold(t, s)
				closed := closeWaits(t, dev, s, context.Background())
				require.NoError(t, s.Err())
				_, err := s.Query()
				require.NoError(t, err)
				require.ErrorIs(t, s.Close(ctx), acl.ErrBusy, "it is being closed")
				waited := make(chan error, 1)
				go func() { waited <- wait(s, ctx) }()
				gate.Release()
				if err := <-waited; err != nil { // its first look came after the end of Close
					require.ErrorIs(t, err, acl.ErrClosed)
				}
				require.NoError(t, <-closed)
			})
		}
	}
}

func TestAbortWhileCloseWaits(t *testing.T) {
	for kind, ctx := range contexts(t) {
		t.Run(kind, func(t *testing.T) {
			dev := acltest.New(t)
			s := testkit.NewStream(t, dev, "hung")
			gate := acltest.Hold(t, s)
			<-gate.Reached()
			closed := closeWaits(t, dev, s, ctx)
			require.NoError(t, s.Abort(context.Background()))
			if err := <-closed; err != nil {
				require.ErrorIs(t, err, acl.ErrDevice)
			}
			require.ErrorIs(t, s.Synchronize(ctx), acl.ErrClosed)
		})
	}
}

// A Close that is given up while another call still uses the stream leaves it open.
func TestCloseGivesUpWaitingForACall(t *testing.T) {
	dev := acltest.New(t)
	s := testkit.NewStream(t, dev, "copy")
	node := (*opaque.Stream)(s).Inner().Node
	gate := acltest.Hold(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	closed := closeWaits(t, dev, s, ctx)
	require.NoError(t, node.Enter())
	gate.Release()
	for (*opaque.Stream)(s).Inner().Lock() == nil { // until it is sealed
		(*opaque.Stream)(s).Inner().Unlock()
		runtime.Gosched()
	}
	cancel()
	err := <-closed
	require.ErrorIs(t, err, acl.ErrBusy)
	require.ErrorIs(t, err, context.Canceled)
	node.Leave()
	require.NoError(t, s.Fill(testkit.Malloc(t, dev, 64), 1), "the stream stays usable")
	require.NoError(t, s.Close(context.Background()))
}

// closeWaits closes a stream that is held in another goroutine, and returns once the close
// waits for it.
func closeWaits(t *testing.T, dev *acl.Device, s *stream.Stream, ctx context.Context) (closed <-chan error) {
	t.Helper()
	waits := make(chan struct{})
	testkit.Faults(dev).Before(func(faultdriver.Call) driver.Status {
		select {
		case <-waits:
		default:
			close(waits)
		}
		return driver.Status{}
	}, "aclrtSynchronizeStream", "aclrtStreamQuery")
	c := make(chan error, 1)
	go func() { c <- s.Close(ctx) }()
	<-waits
	return c
}

func TestUseAfterClose(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	v, h := testkit.Malloc(t, dev, 64), testkit.HostBuffer[byte](t, dev, 64).View()
	e := testkit.Event(t, dev)
	s := testkit.NewStream(t, dev, "copy")
	require.NoError(t, s.Record(e))
	require.NoError(t, s.Close(ctx))
	before := testkit.StreamState(t, s)
	calls := map[string]func() error{
		"Query":             func() error { _, err := s.Query(); return err },
		"Synchronize":       func() error { return s.Synchronize(ctx) },
		"Wait":              func() error { return s.WaitIdle(ctx) },
		"Record":            func() error { return s.Record(e) },
		"WaitEvent":         func() error { return s.WaitEvent(e) },
		"CopyToDevice":      func() error { return s.CopyToDevice(v, h) },
		"CopyToHost":        func() error { return s.CopyToHost(h, v) },
		"Copy":              func() error { return s.Copy(v, v) },
		"Fill":              func() error { return s.Fill(v, 1) },
		"CopySliceToDevice": func() error { return stream.CopySliceToDevice(ctx, s, v, make([]byte, 64)) },
		"CopySliceToHost":   func() error { return stream.CopySliceToHost(ctx, s, make([]byte, 64), v) },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			err := call()
			require.ErrorIs(t, err, acl.ErrClosed)
			assert.ErrorContains(t, err, `stream "copy"`)
			assert.Equal(t, before, testkit.StreamState(t, s))
		})
	}
}

func TestFailedStreamClosesAndReportsOnce(t *testing.T) {
	for kind, ctx := range contexts(t) {
		t.Run(kind, func(t *testing.T) {
			dev := acltest.New(t)
			s, fail := testkit.FailingStream(t, dev)
			require.NoError(t, stream.CopySliceToDevice(ctx, s, testkit.Malloc(t, dev, 64), make([]byte, 64)))
			fail()
			err := s.Close(ctx)
			require.ErrorIs(t, err, acl.ErrDevice)
			assert.ErrorContains(t, err, `stream: close "broken": acl: aclrt`)
			require.NoError(t, s.Close(ctx))
			require.ErrorIs(t, s.Synchronize(ctx), acl.ErrClosed)
		})
	}
}

func TestCloseAfterACallFails(t *testing.T) {
	tests := map[string]struct {
		op     string
		closed bool // at once, with nothing to report
	}{
		"the wait fails for another reason":  {"aclrtSynchronizeStream", false},
		"a plain destroy is refused":         {"aclrtDestroyStream", true},
		"pinned memory is refused the first": {"aclrtFreeHost", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			ctx, dev := context.Background(), acltest.New(t)
			w := testkit.Faults(dev)
			s := testkit.NewStream(t, dev, "copy")
			require.NoError(t, stream.CopySliceToDevice(ctx, s, testkit.Malloc(t, dev, 64), make([]byte, 64)))
			w.FailNth(1, driver.RTInternalError, tt.op)
			err := s.Close(ctx)
			if tt.closed {
				require.NoError(t, err)
			} else {
				var e *acl.Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, tt.op, e.Op)
				require.NoError(t, s.Close(ctx), "it can be tried again")
			}
			destroyed := func(op string) bool { return op == "aclrtDestroyStream" || op == "aclrtDestroyStreamForce" }
			last := slices.DeleteFunc(w.Calls(), func(op string) bool { return !destroyed(op) })
			want := []string{"aclrtDestroyStream"}
			if tt.op == "aclrtDestroyStream" {
				want = append(want, "aclrtDestroyStreamForce")
			}
			assert.Equal(t, want, last, "destroyed once")
		})
	}
}

func TestForcedShutdownClosesStreams(t *testing.T) {
	m := acltest.NewMachine(t, sim.Config{})
	dev := acltest.Open(t, m, 0)
	s := testkit.NewStream(t, dev, "copy")
	v, err := dev.Malloc(64)
	require.NoError(t, err)
	require.NoError(t, stream.CopySliceToDevice(context.Background(), s, v.View(), make([]byte, 64)))
	require.NoError(t, m.CloseForce(context.Background()))
	require.ErrorIs(t, s.Synchronize(context.Background()), acl.ErrClosed)
	require.NoError(t, s.Close(context.Background()))
}

func TestForcedShutdownOutOfTime(t *testing.T) {
	m := acltest.NewMachine(t, sim.Config{})
	dev := acltest.Open(t, m, 0)
	s := testkit.NewStream(t, dev, "copy")
	acltest.Hold(t, s)
	ended, end := context.WithCancel(context.Background())
	end()
	err := m.CloseForce(ended)
	require.ErrorIs(t, err, acl.ErrBusy)
	assert.ErrorContains(t, err, `stream "copy"`, "what is left behind is named")
	require.ErrorIs(t, s.Fill(acl.View{}, 1), acl.ErrInvalid)
	require.ErrorIs(t, s.Synchronize(context.Background()), acl.ErrClosed)
	require.NoError(t, s.Close(context.Background()))
}

// No work is enqueued between the last wait of Close and the end of the stream: whoever sees
// that the stream is closed takes its work for complete.
func TestCloseWaitsForWorkThatComesMeanwhile(t *testing.T) {
	dev := acltest.New(t)
	acltest.RequireSimulated(t, dev) // before the stream is closing
	d := testkit.Faults(dev)
	s := testkit.NewStream(t, dev, "copy")
	var gate *acltest.Gate
	d.Before(func(faultdriver.Call) driver.Status {
		if gate != nil {
			gate.Release()
		}
		return driver.Status{}
	}, "aclrtSynchronizeStream")
	d.After(func(faultdriver.Call) driver.Status {
		if gate == nil {
			gate = acltest.Hold(t, s)
		}
		return driver.Status{}
	}, "aclrtSynchronizeStream")
	d.Before(func(faultdriver.Call) driver.Status {
		status, st := d.Unwrap().StreamQuery((*opaque.Device)(dev).Inner().Context, (*opaque.Stream)(s).Inner().Handle)
		assert.True(t, st.OK())
		assert.Equal(t, driver.StreamComplete, status)
		gate.Release()
		return driver.Status{}
	}, "aclrtDestroyStream")
	require.NoError(t, s.Close(context.Background()))
}
