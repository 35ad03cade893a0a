// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"os"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/testkit"
)

// threads returns the number of OS threads of the process.
func threads(t *testing.T) int {
	t.Helper()
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Skipf("threads are not listed here: %v", err)
	}
	return len(tasks)
}

// Case B62: a goroutine that waits inside the library keeps an OS thread, and Go ends the
// process at 10 000 of them. Those beyond core.MaxBlocked poll.
func TestWaitersBeyondABoundHoldNoThread(t *testing.T) {
	const waiters = 300
	ctx, dev := context.Background(), acltest.New(t)
	d := testkit.Faults(dev)
	hung, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
	gate := acltest.Hold(t, hung)
	require.NoError(t, other.Synchronize(ctx))
	before := threads(t)

	var inside, polls atomic.Int64
	full, polled := make(chan struct{}), make(chan struct{})
	d.Before(func(faultdriver.Call) driver.Status {
		if inside.Add(1) == core.MaxBlocked {
			close(full)
		}
		return driver.Status{}
	}, "aclrtSynchronizeStream")
	d.Before(func(faultdriver.Call) driver.Status {
		if polls.Add(1) == 10*waiters {
			close(polled)
		}
		return driver.Status{}
	}, "aclrtStreamQuery")
	done := make(chan error, waiters)
	for range waiters {
		go func() { done <- hung.Synchronize(ctx) }()
	}
	<-full
	<-polled // all are waiting, one way or the other
	assert.EqualValues(t, core.MaxBlocked, inside.Load(), "waits inside the library")
	slack := 32 + runtime.GOMAXPROCS(0) // for polls, which are short calls
	assert.LessOrEqual(t, threads(t)-before, core.MaxBlocked+slack)
	require.NoError(t, other.Synchronize(ctx), "another stream does not wait behind them")

	gate.Release()
	for range waiters {
		require.NoError(t, <-done)
	}
}
