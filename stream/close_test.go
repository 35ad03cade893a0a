// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func newStream(t testing.TB, dev *acl.Device, name string) *stream.Stream {
	t.Helper()
	s, err := stream.New(dev, stream.Config{Name: name})
	require.NoError(t, err)
	return s
}

func TestCloseWaitsForTheWork(t *testing.T) {
	for kind, ctx := range contexts(t) {
		t.Run(kind, func(t *testing.T) {
			dev := acltest.New(t)
			s := newStream(t, dev, "copy")
			out := hostBuffer[byte](t, dev, 64)
			v := malloc(t, dev, 64)
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
	acltest.NeedsMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t)
		s := newStream(t, dev, "copy")
		gate := acltest.Hold(t, s)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		before := snap(t, s)
		err := s.Close(ctx)
		require.ErrorIs(t, err, acl.ErrTimeout)
		assert.ErrorContains(t, err, `stream: close "copy"`)
		assert.Equal(t, before, snap(t, s))
		require.NoError(t, s.Fill(malloc(t, dev, 64), 1), "the stream stays usable")
		gate.Release()
		require.NoError(t, s.Close(context.Background()))
	})
}

func TestCloseRefusesWhileSomebodyWaits(t *testing.T) {
	for name, wait := range waits {
		t.Run(name, func(t *testing.T) {
			acltest.NeedsMachine(t)
			synctest.Test(t, func(t *testing.T) {
				dev := acltest.New(t)
				s := newStream(t, dev, "copy")
				gate := acltest.Hold(t, s)
				waited := make(chan error, 1)
				go func() { waited <- wait(s, context.Background()) }()
				synctest.Wait()
				before := snap(t, s)
				err := s.Close(context.Background())
				require.ErrorIs(t, err, acl.ErrBusy)
				assert.ErrorContains(t, err, `stream: close "copy"`)
				assert.Equal(t, before, snap(t, s))
				gate.Release()
				require.NoError(t, <-waited)
				require.NoError(t, s.Close(context.Background()))
			})
		})
	}
}

func TestUseAfterClose(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	v, h := malloc(t, dev, 64), hostBuffer[byte](t, dev, 64).View()
	e := newEvent(t, dev)
	s := newStream(t, dev, "copy")
	require.NoError(t, s.Record(e))
	require.NoError(t, s.Close(ctx))
	before := snap(t, s)
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
			assert.Equal(t, before, snap(t, s))
		})
	}
}

func TestFailedStreamClosesAndReportsOnce(t *testing.T) {
	for kind, ctx := range contexts(t) {
		t.Run(kind, func(t *testing.T) {
			dev := acltest.New(t)
			s, fail := failing(t, dev)
			require.NoError(t, stream.CopySliceToDevice(ctx, s, malloc(t, dev, 64), make([]byte, 64)))
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
			w := watch(dev)
			s := newStream(t, dev, "copy")
			require.NoError(t, stream.CopySliceToDevice(ctx, s, malloc(t, dev, 64), make([]byte, 64)))
			w.before = refuse(tt.op, 1, driver.RTInternalError)
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
			last := slices.DeleteFunc(slices.Clone(w.calls), func(op string) bool { return !destroyed(op) })
			want := []string{"aclrtDestroyStream"}
			if tt.op == "aclrtDestroyStream" {
				want = append(want, "aclrtDestroyStreamForce")
			}
			assert.Equal(t, want, last, "destroyed once")
		})
	}
}

func TestForcedShutdownClosesStreams(t *testing.T) {
	m := acltest.NewHost(t, sim.Config{})
	dev := acltest.Open(t, m, 0)
	s := newStream(t, dev, "copy")
	v, err := dev.Malloc(64)
	require.NoError(t, err)
	require.NoError(t, stream.CopySliceToDevice(context.Background(), s, v.View(), make([]byte, 64)))
	require.NoError(t, m.CloseForce(context.Background()))
	require.ErrorIs(t, s.Synchronize(context.Background()), acl.ErrClosed)
	require.NoError(t, s.Close(context.Background()))
}

func TestForcedShutdownOutOfTime(t *testing.T) {
	m := acltest.NewHost(t, sim.Config{})
	dev := acltest.Open(t, m, 0)
	s := newStream(t, dev, "copy")
	acltest.Hold(t, s)
	ended, end := context.WithCancel(context.Background())
	end()
	err := m.CloseForce(ended)
	require.ErrorIs(t, err, acl.ErrBusy)
	assert.ErrorContains(t, err, "stream copy", "what is left behind is named")
	require.ErrorIs(t, s.Fill(acl.View{}, 1), acl.ErrInvalid)
	require.ErrorIs(t, s.Synchronize(context.Background()), acl.ErrClosed)
	require.NoError(t, s.Close(context.Background()))
}

// Nothing falls between the wait of Close and its end: who sees that the stream has gone
// takes its work for done.
func TestCloseWaitsForWorkThatComesMeanwhile(t *testing.T) {
	dev := acltest.New(t)
	d := watch(dev)
	s := newStream(t, dev, "copy")
	var gate *acltest.Gate
	d.after = func(op string) driver.Status {
		if op == "aclrtSynchronizeStream" && gate == nil {
			gate = acltest.Hold(t, s)
		}
		return driver.Status{}
	}
	d.before = func(op string) driver.Status {
		switch op {
		case "aclrtSynchronizeStream":
			if gate != nil {
				gate.Release()
			}
		case "aclrtDestroyStream":
			status, st := d.API.StreamQuery((*opaque.Device)(dev).Inner().Context, (*opaque.Stream)(s).Inner().Handle)
			assert.True(t, st.OK())
			assert.Equal(t, driver.StreamComplete, status)
			gate.Release()
		}
		return driver.Status{}
	}
	require.NoError(t, s.Close(context.Background()))
}
