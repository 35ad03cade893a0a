// SPDX-License-Identifier: Apache-2.0

package acl_test

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
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestSynchronizeSaysWhatItWaitsFor(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t)
		idle, busy := testkit.NewStream(t, dev, "idle"), testkit.NewStream(t, dev, "busy")
		gate := acltest.Hold(t, busy)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := dev.Synchronize(ctx)
		require.ErrorIs(t, err, acl.ErrTimeout)
		assert.EqualError(t, err, `acl: synchronize device 0: stream "busy": the wait ended after 1s, and the work goes on; Stream.Abort ends it: timeout: context deadline exceeded`)
		gate.Release()
		require.NoError(t, errors.Join(idle.Close(t.Context()), busy.Close(t.Context())))
	})
}

// Work that comes between the last look at the streams and the library's own wait may take for
// ever. The wait ends with its context all the same, and the library's goes on behind it.
func TestSynchronizeEndsWithItsContextBesideLaterWork(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t)
		d := testkit.Faults(dev)
		s, err := stream.New(dev, stream.Config{})
		require.NoError(t, err)
		fault := acltest.Kernel(t, dev, func(*sim.Call) error { return errors.New("bad address") })
		var gate *acltest.Gate
		hook := d.Before(func(faultdriver.Call) driver.Status {
			gate = acltest.Hold(t, s)
			assert.NoError(t, fault.Launch(s, 1, kernel.Args()))
			return driver.Status{}
		}, "aclrtSynchronizeDevice")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		err = dev.Synchronize(ctx)
		require.ErrorIs(t, err, acl.ErrTimeout)
		assert.Equal(t, time.Second, time.Since(start))
		assert.ErrorContains(t, err, "aclrtSynchronizeDevice has not returned after 1s, and goes on: ")
		hook.Remove()

		gate.Release()
		synctest.Wait()
		err = dev.Synchronize(t.Context())
		require.ErrorIs(t, err, acl.ErrDevice, "what the library's wait has returned is not lost")
		assert.ErrorContains(t, err, "bad address")
		require.NoError(t, dev.Synchronize(t.Context()), "and returned once")
		require.NoError(t, s.Close(t.Context()))
	})
}
