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
	"github.com/ascend-go/aclpool/stream"
)

// meddle has another goroutine enqueue on s as soon as the wait of op is about to be made,
// and gives it the time to. enqueued answers whether it came before the call of op.
func meddle(w *watched, op string, enqueue func()) (enqueued func() bool) {
	done, came := make(chan struct{}), false
	first := true
	w.before = func(made string) driver.Status {
		if made == op && first {
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
		}
		return driver.Status{}
	}
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
			w := watch(dev)
			s := newStream(t, dev, "copy")
			v := malloc(t, dev, 64)
			var err error
			enqueued := meddle(w, tt.op, func() { err = s.Fill(v, 1) })
			require.NoError(t, tt.call(s))
			if enqueued() {
				assert.ErrorIs(t, err, acl.ErrClosed)
			}
			require.NoError(t, s.Close(context.Background()))
		})
	}
}
