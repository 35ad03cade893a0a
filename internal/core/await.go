// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
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

// Ended is [errclass.Ended].
func Ended(ctx context.Context) error { return errclass.Ended(ctx) }

// GivenUp returns the error of a wait for work of streams that began at start and ended with
// ctx. It says how long the wait took, what becomes of the work, and how to end that.
func GivenUp(ctx context.Context, start time.Time) error {
	return fmt.Errorf("the wait ended after %s, and the work goes on; Stream.Abort ends it: %w", time.Since(start).Round(time.Millisecond), Ended(ctx))
}

// A goroutine that blocks inside the vendor's library keeps an OS thread, and Go ends the
// process at 10 000 of them. So no more than MaxBlocked goroutines of the process wait
// there for work that may take long; those beyond that poll, as waits with a deadline do.
// Calls that end a poll find the work done, and have a bound of their own, so that they do
// not queue after long waits.
const MaxBlocked = 64

var (
	blocked   = make(chan struct{}, MaxBlocked) // waits for work that may take long
	finishing = make(chan struct{}, MaxBlocked) // calls for work that a poll has found done
)

// Await waits until poll reports done, and gives up when ctx ends: the device goes on,
// only the waiting stops, and the error is that of [GivenUp]. finish is called once after that, and blocks for what is left; it
// is the plain synchronize of what is waited for. Where ctx cannot end, finish is called at
// once, unless [MaxBlocked] goroutines are in such calls already. A nil finish ends the wait
// with the poll.
func Await(ctx context.Context, poll func() (done bool, err error), finish func() error) error {
	if err := Ended(ctx); err != nil {
		return err
	}
	if ctx.Done() == nil && finish != nil {
		select {
		case blocked <- struct{}{}:
			defer func() { <-blocked }()
			return finish()
		default:
		}
	}
	if err := pollUntilDone(ctx, poll); err != nil {
		return err
	}
	if finish == nil {
		return nil
	}
	select {
	case finishing <- struct{}{}:
	case <-ctx.Done():
		return Ended(ctx)
	}
	defer func() { <-finishing }()
	return finish()
}

func pollUntilDone(ctx context.Context, poll func() (bool, error)) error {
	var timer *time.Timer
	var start time.Time // after the first poll, so that a wait for nothing reads no clock
	for n := 0; ; n++ {
		if done, err := poll(); done || err != nil {
			return err
		}
		if n == 0 {
			start = time.Now()
		}
		if n < pollsAtOnce {
			if ctx.Err() != nil {
				return GivenUp(ctx, start)
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
			return GivenUp(ctx, start)
		case <-timer.C:
		}
	}
}
