// SPDX-License-Identifier: Apache-2.0

package core_test

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/errclass"
)

func TestAwait(t *testing.T) {
	broken := errors.New("broken")
	// after returns a poll that is done at the given moment of fake time.
	after := func(d time.Duration) func() (bool, error) {
		end := time.Now().Add(d)
		return func() (bool, error) { return !time.Now().Before(end), nil }
	}
	tests := map[string]struct {
		timeout  time.Duration // 0 is none
		takes    time.Duration
		poll     error
		finish   error
		want     error
		finishes int
		within   time.Duration
	}{
		"without an end it blocks in the library": {takes: time.Hour, finishes: 1},
		"done in time":      {timeout: time.Second, takes: 300 * time.Millisecond, finishes: 1, within: 300 * time.Millisecond * 65 / 64},
		"done at once":      {timeout: time.Second, finishes: 1, within: 1},
		"too slow":          {timeout: time.Second, takes: time.Hour, want: errclass.Timeout, within: time.Second + 1},
		"the poll fails":    {timeout: time.Second, takes: time.Hour, poll: broken, want: broken, within: 1},
		"the library fails": {timeout: time.Second, finish: broken, want: broken, finishes: 1, within: 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.Background(), func() {}
				if tt.timeout > 0 {
					ctx, cancel = context.WithTimeout(ctx, tt.timeout)
				}
				defer cancel()
				start, finishes, done := time.Now(), 0, after(tt.takes)
				err := core.Await(ctx, func() (bool, error) {
					if tt.poll != nil {
						return false, tt.poll
					}
					return done()
				}, func() error { finishes++; return tt.finish })
				require.ErrorIs(t, err, tt.want)
				assert.Equal(t, tt.finishes, finishes)
				if tt.within > 0 {
					assert.Less(t, time.Since(start), tt.within)
				}
			})
		})
	}
}

func TestAwaitMakesNoCallWhenTheContextHasEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	never := func() { t.Error("called") }
	err := core.Await(ctx, func() (bool, error) { never(); return true, nil }, func() error { never(); return nil })
	require.ErrorIs(t, err, context.Canceled)
	assert.NotErrorIs(t, err, errclass.Timeout, "cancelling is no timeout")
}

func TestEndedByADeadlineIsATimeout(t *testing.T) {
	ctx, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	err := core.Ended(ctx)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorIs(t, err, errclass.Timeout)
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
}

// A library keeps a thread for each goroutine that blocks in it (B62).
func TestAwaitBoundsTheThreadsThatBlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const waiters = 10 * core.MaxBlocked
		var done atomic.Bool
		var inside, most, ended atomic.Int64
		gate := make(chan struct{})
		poll := func() (bool, error) { return done.Load(), nil }
		finish := func() error {
			most.Store(max(most.Load(), inside.Add(1)))
			defer inside.Add(-1)
			<-gate
			return nil
		}
		for range waiters {
			go func() {
				assert.NoError(t, core.Await(context.Background(), poll, finish))
				ended.Add(1)
			}()
		}
		time.Sleep(time.Second)
		assert.Equal(t, int64(core.MaxBlocked), inside.Load())

		// Another one's work is done: its wait is not held up by these.
		other := core.Await(t.Context(), func() (bool, error) { return true, nil }, func() error { return nil })
		require.NoError(t, other)

		done.Store(true)
		close(gate)
		time.Sleep(time.Second)
		assert.Equal(t, int64(waiters), ended.Load())
		assert.LessOrEqual(t, most.Load(), int64(2*core.MaxBlocked))
	})
}
