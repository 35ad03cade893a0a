// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/ascend-go/aclpool/internal/errclass"
)

// Back-off of the polls of a wait that can be given up: a few at once, then pauses of a
// share of the time waited so far, so that polling adds little to any wait, short or
// long, and a long one costs few polls. The shortest pause is about the time of a short
// kernel.
const (
	pollsAtOnce   = 16
	shortestPause = 20 * time.Microsecond
	longestPause  = 50 * time.Millisecond
	pauseShare    = 64
)

// Ended answers the error of a context that has ended, or nil. A deadline is also
// errclass.Timeout.
func Ended(ctx context.Context) error {
	err := ctx.Err()
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", errclass.Timeout, err)
	}
	return err
}

// Await waits until poll reports done, and gives up when ctx ends: the device goes on,
// only the waiting stops. A ctx that cannot end costs no poll. finish is called once
// after that, and blocks for what is left; it is the plain synchronize of what is
// waited for. A nil finish ends the wait with the poll.
func Await(ctx context.Context, poll func() (done bool, err error), finish func() error) error {
	if err := Ended(ctx); err != nil {
		return err
	}
	if ctx.Done() == nil && finish != nil {
		return finish()
	}
	if err := pollUntilDone(ctx, poll); err != nil {
		return err
	}
	if finish == nil {
		return nil
	}
	return finish()
}

func pollUntilDone(ctx context.Context, poll func() (bool, error)) error {
	var timer *time.Timer
	start := time.Now()
	for n := 0; ; n++ {
		if done, err := poll(); done || err != nil {
			return err
		}
		if n < pollsAtOnce {
			if err := Ended(ctx); err != nil {
				return err
			}
			runtime.Gosched()
			continue
		}
		pause := min(max(time.Since(start)/pauseShare, shortestPause), longestPause)
		if timer == nil {
			timer = time.NewTimer(pause)
			defer timer.Stop()
		} else {
			timer.Reset(pause)
		}
		select {
		case <-ctx.Done():
			return Ended(ctx)
		case <-timer.C:
		}
	}
}
