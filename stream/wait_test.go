// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/stream"
)

// waits are the two methods that wait for all work.
var waits = map[string]func(*stream.Stream, context.Context) error{
	"Synchronize": (*stream.Stream).Synchronize,
	"Wait":        (*stream.Stream).WaitIdle,
}

func TestWaitsForAllWork(t *testing.T) {
	for name, wait := range waits {
		for kind, ctx := range contexts(t) {
			t.Run(name+" "+kind, func(t *testing.T) {
				dev := acltest.New(t)
				s := acltest.Stream(t, dev)
				require.NoError(t, wait(s, ctx), "a stream without work is done")
				gate := acltest.Hold(t, s)
				require.NoError(t, s.Fill(testkit.Malloc(t, dev, 64), 1))
				done, err := s.Query()
				require.NoError(t, err)
				assert.False(t, done)
				gate.Release()
				require.NoError(t, wait(s, ctx))
				assert.True(t, (*opaque.Stream)(s).Inner().Done((*opaque.Stream)(s).Inner().Enqueued()), "what has been learnt is noted")
				done, err = s.Query()
				require.NoError(t, err)
				assert.True(t, done)
			})
		}
	}
}

func TestWhatIsEnqueuedDuringAWaitIsNotKnownDone(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t)
		s := acltest.Stream(t, dev)
		first := acltest.Hold(t, s)
		mark := (*opaque.Stream)(s).Inner().Enqueued()
		waited := make(chan error, 1)
		go func() { waited <- s.WaitIdle(context.Background()) }()
		synctest.Wait()
		second := acltest.Hold(t, s)
		first.Release()
		synctest.Wait()
		assert.False(t, (*opaque.Stream)(s).Inner().Done((*opaque.Stream)(s).Inner().Enqueued()))
		second.Release()
		require.NoError(t, <-waited)
		assert.True(t, (*opaque.Stream)(s).Inner().Done(mark))
	})
}

func TestQueryNotesWhatItLearns(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t)
		s := acltest.Stream(t, dev)
		require.NoError(t, s.Fill(testkit.Malloc(t, dev, 64), 1))
		synctest.Wait()
		done, err := s.Query()
		require.NoError(t, err)
		assert.True(t, done)
		assert.True(t, (*opaque.Stream)(s).Inner().Done((*opaque.Stream)(s).Inner().Enqueued()))
	})
}

func TestWaitStopsWithTheContext(t *testing.T) {
	for name, wait := range waits {
		t.Run(name, func(t *testing.T) {
			acltest.RequireGoMachine(t)
			synctest.Test(t, func(t *testing.T) {
				dev := acltest.New(t)
				s := acltest.Stream(t, dev)
				gate := acltest.Hold(t, s)
				before := testkit.StreamState(t, s)

				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				defer cancel()
				start := time.Now()
				err := wait(s, ctx)
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.ErrorIs(t, err, acl.ErrTimeout)
				assert.ErrorContains(t, err, s.Name())
				assert.ErrorContains(t, err, "the wait ended after 1s, and the work goes on; Stream.Abort ends it: ")
				assert.Equal(t, time.Second, time.Since(start))
				assert.Equal(t, before, testkit.StreamState(t, s))
				assert.False(t, (*opaque.Stream)(s).Inner().Done((*opaque.Stream)(s).Inner().Enqueued()), "nothing has been learnt")

				ended, end := context.WithCancel(context.Background())
				end()
				err = wait(s, ended)
				require.ErrorIs(t, err, context.Canceled)
				require.NotErrorIs(t, err, acl.ErrTimeout)

				gate.Release()
				require.NoError(t, wait(s, context.Background()), "the stream is as good as before")
			})
		})
	}
}

func TestOnlySynchronizeTellsThePools(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	s := acltest.Stream(t, dev)
	told := 0
	t.Cleanup((*opaque.Device)(dev).Inner().OnSynchronize(func() { told++ }))
	require.NoError(t, s.WaitIdle(ctx))
	_, err := s.Query()
	require.NoError(t, err)
	ended, end := context.WithCancel(ctx)
	end()
	require.Error(t, s.Synchronize(ended))
	assert.Zero(t, told)
	require.NoError(t, s.Synchronize(ctx))
	assert.Equal(t, 1, told)
}

func TestFailureComesOutOfEveryWait(t *testing.T) {
	for name, wait := range waits {
		for kind, ctx := range contexts(t) {
			t.Run(name+" "+kind, func(t *testing.T) {
				dev := acltest.New(t)
				s, fail := testkit.FailingStream(t, dev)
				told := 0
				t.Cleanup((*opaque.Device)(dev).Inner().OnSynchronize(func() { told++ }))
				fail()
				err := wait(s, ctx)
				require.ErrorIs(t, err, acl.ErrDevice)
				assert.ErrorContains(t, err, `"broken": acl: aclrt`)
				_, err = s.Query()
				require.ErrorIs(t, err, acl.ErrDevice)
				assert.ErrorContains(t, err, `stream: query "broken": acl: aclrtStreamQuery: ACL_ERROR_`)
				assert.Zero(t, told, "a failed synchronize is no occasion to release memory")
				assert.False(t, (*opaque.Stream)(s).Inner().Done((*opaque.Stream)(s).Inner().Enqueued()), "work of a failed stream is never complete")
				require.ErrorIs(t, s.Close(context.Background()), acl.ErrDevice)
			})
		}
	}
}

// Some codes are remarks on work that did end: they are reported and count as complete.
func TestRemarksCountAsComplete(t *testing.T) {
	codes := []driver.Code{
		driver.RTAICoreOverFlow, driver.RTAIVecOverFlow, driver.RTOverFlow, driver.RTEndOfSequence, driver.RTModelAbortNormal,
	}
	ops := map[string]string{"Synchronize": "aclrtSynchronizeStream", "Wait": "aclrtStreamQuery"}
	for _, code := range codes {
		for name, wait := range waits {
			t.Run(name+" "+code.String(), func(t *testing.T) {
				dev := acltest.New(t)
				w := testkit.Faults(dev)
				s := acltest.Stream(t, dev)
				told := 0
				t.Cleanup((*opaque.Device)(dev).Inner().OnSynchronize(func() { told++ }))
				require.NoError(t, s.Fill(testkit.Malloc(t, dev, 64), 1))
				w.FailAfter(1, code, ops[name])
				err := wait(s, context.Background())
				var e *acl.Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, acl.Code(code), e.Code)
				require.NotErrorIs(t, err, acl.ErrDevice)
				assert.True(t, (*opaque.Stream)(s).Inner().Done((*opaque.Stream)(s).Inner().Enqueued()))
				assert.Equal(t, name == "Synchronize", told == 1)
				require.NoError(t, wait(s, context.Background()))
			})
		}
	}
}

func TestRemarkOfAQueryIsKeptThroughASynchronize(t *testing.T) {
	dev := acltest.New(t)
	w := testkit.Faults(dev)
	s := acltest.Stream(t, dev)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w.FailAfter(1, driver.RTOverFlow, "aclrtStreamQuery")
	err := s.Synchronize(ctx)
	require.ErrorIs(t, err, codes.RTOverFlow)
	assert.Contains(t, w.Calls(), "aclrtSynchronizeStream")
	w.FailAfter(1, driver.RTOverFlow, "aclrtStreamQuery")
	done, err := s.Query()
	require.ErrorIs(t, err, codes.RTOverFlow)
	assert.True(t, done)
}
