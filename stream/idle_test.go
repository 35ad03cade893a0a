// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/stream"
)

// enqueueBefore has another goroutine enqueue right before the first call of op, and gives
// it time to. The returned function reports whether that came before the call.
func enqueueBefore(d *faultdriver.Driver, op string, enqueue func()) (enqueued func() bool) {
	done, came := make(chan struct{}), false
	first := true
	d.Before(func(faultdriver.Call) driver.Status {
		if !first {
			return driver.Status{}
		}
		first = false
		go func() { enqueue(); close(done) }()
		for range 10_000 {
			runtime.Gosched()
		}
		select {
		case <-done:
			came = true
		default:
		}
		return driver.Status{}
	}, op)
	return func() bool { <-done; return came }
}

// Else the call would wait for that work, however soon ctx ends.
func TestNothingIsEnqueuedBeforeTheLastCallOfAWait(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	tests := map[string]struct {
		op   string
		call func(*stream.Stream) error
	}{
		"Synchronize": {"aclrtSynchronizeStream", func(s *stream.Stream) error { return s.Synchronize(ctx) }},
		"Close waits": {"aclrtSynchronizeStream", func(s *stream.Stream) error { return s.Close(ctx) }},
		"Close":       {"aclrtDestroyStream", func(s *stream.Stream) error { return s.Close(ctx) }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dev := acltest.New(t)
			w := testkit.Faults(dev)
			s := testkit.NewStream(t, dev, "copy")
			v := testkit.Malloc(t, dev, 64)
			var err error
			enqueued := enqueueBefore(w, tt.op, func() { err = s.Fill(v, 1) })
			require.NoError(t, tt.call(s))
			if enqueued() {
				assert.ErrorIs(t, err, acl.ErrClosed)
			}
			require.NoError(t, s.Close(context.Background()))
		})
	}
}
