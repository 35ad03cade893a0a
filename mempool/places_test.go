// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// A place is what has been enqueued at one moment: what follows on the same stream delays
// nothing.

// reusing are the behaviours whose pools reuse memory on its own stream.
var reusing = []sim.Behaviour{sim.Documented, sim.CANN91, sim.CANNDev}

func newEvent(t testing.TB, dev *acl.Device) *event.Event {
	t.Helper()
	e, err := event.New(dev, event.Config{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, e.Close()) })
	return e
}

// B19: a slow consumer in front of a quick one, on the same stream. Frees are not a queue.
func TestQuickUseBehindASlowOne(t *testing.T) {
	ctx := context.Background()
	for _, behaviour := range reusing {
		for _, by := range []string{"events", "recorded uses"} {
			t.Run(string(behaviour)+"/"+by, func(t *testing.T) {
				r := newRig(t, behaviour, mempool.Config{MaxSize: 8 * mib})
				s, used := r.s[0], r.s[1]
				a, b := malloc(t, r.Pool, s, 4*mib), malloc(t, r.Pool, s, 4*mib)
				order(t, s, used)
				quick, slow := newEvent(t, r.dev), newEvent(t, r.dev)
				use := func(b mempool.Block, e *event.Event) {
					require.NoError(t, used.Fill(b.View(), 1))
					require.NoError(t, used.Record(e))
					if by == "recorded uses" {
						require.NoError(t, r.RecordUse(used, b))
					}
				}
				use(a, quick)
				gate := acltest.Hold(t, used)
				use(b, slow)
				if by == "events" {
					require.NoError(t, r.FreeAfter(s, b, slow))
					require.NoError(t, r.FreeAfter(s, a, quick))
				} else {
					free(t, r.Pool, s, b, a)
				}
				require.NoError(t, quick.Synchronize(ctx))
				synchronize(t, s)

				c, err := r.MallocAsync(s, 4*mib)
				require.NoError(t, err)
				assert.Equal(t, a.Ptr(), c.Ptr())
				assert.EqualValues(t, 4*mib, stats(t, r.Pool).Pending, "the slow one's")
				gate.Release()
				synchronize(t, used)
				free(t, r.Pool, s, c)
				synchronize(t, s)
			})
		}
	}
}

// What a stream does after the use does not delay the free.
func TestLaterWorkDelaysNothing(t *testing.T) {
	for name, note := range map[string]func(r *rig, b mempool.Block) (free func() error){
		"event": func(r *rig, b mempool.Block) func() error {
			e := recorded(r, r.s[1])
			return func() error { return r.FreeAfter(r.s[0], b, e) }
		},
		"recorded use": func(r *rig, b mempool.Block) func() error {
			require.NoError(r.t, r.RecordUse(r.s[1], b))
			return func() error { return r.FreeAsync(r.s[0], b) }
		},
		"recorded uses of several": func(r *rig, b mempool.Block) func() error {
			for _, s := range r.s[1:] {
				require.NoError(r.t, r.RecordUse(s, b))
			}
			return func() error { return r.FreeAsyncN(r.s[0], []mempool.Block{b}) }
		},
	} {
		for _, behaviour := range reusing {
			t.Run(string(behaviour)+"/"+name, func(t *testing.T) {
				r := newRig(t, behaviour, mempool.Config{MaxSize: 2 * mib})
				s, used := r.s[0], r.s[1]
				b := malloc(t, r.Pool, s, 1)
				order(t, s, used)
				before := acltest.Hold(t, used)
				require.NoError(t, used.Fill(b.View(), 1))
				free := note(r, b)
				after := acltest.Hold(t, used)
				require.NoError(t, free())
				synchronize(t, s)
				assert.False(t, r.taken(s), "the use has yet to come")
				before.Release()
				<-after.Reached()
				synchronize(t, s)
				assert.True(t, r.taken(s), "what the stream does now has nothing to do with the block")
				after.Release()
				synchronize(t, used, s)
			})
		}
	}
}

// recorded returns an event that marks the end of a stream.
func recorded(r *rig, s *stream.Stream) *event.Event {
	e := newEvent(r.t, r.dev)
	require.NoError(r.t, s.Record(e))
	return e
}

// An event that is recorded anew or closed after the free stands for the old record.
func TestEventIsRecordedAnew(t *testing.T) {
	later := map[string]func(r *rig, e *event.Event){
		"on an idle stream": func(r *rig, e *event.Event) { require.NoError(r.t, r.s[2].Record(e)) },
		"twice": func(r *rig, e *event.Event) {
			require.NoError(r.t, r.s[2].Record(e))
			require.NoError(r.t, r.s[0].Record(e))
		},
		"closed": func(r *rig, e *event.Event) { require.NoError(r.t, e.Close()) },
		"recorded and closed": func(r *rig, e *event.Event) {
			require.NoError(r.t, r.s[2].Record(e))
			require.NoError(r.t, e.Close())
		},
		"known to other code": func(r *rig, e *event.Event) {
			require.NotZero(r.t, e.Handle())
			require.NoError(r.t, r.s[2].Record(e))
		},
	}
	for name, change := range later {
		for _, behaviour := range reusing {
			t.Run(string(behaviour)+"/"+name, func(t *testing.T) {
				r := newRig(t, behaviour, mempool.Config{MaxSize: 2 * mib})
				s, used := r.s[0], r.s[1]
				b := malloc(t, r.Pool, s, 1)
				gate := acltest.Hold(t, used)
				e := recorded(r, used)
				require.NoError(t, r.FreeAfter(s, b, e))
				change(r, e)
				synchronize(t, s, r.s[2])
				assert.False(t, r.taken(s), "the old record has not been reached")
				gate.Release()
				synchronize(t, used)
				assert.True(t, r.taken(s))
				synchronize(t, s)
			})
		}
	}
}

// An event that is recorded anew on a stream that is at work does not delay the free.
func TestEventIsRecordedAnewOnABusyStream(t *testing.T) {
	r := newRig(t, sim.Documented, mempool.Config{MaxSize: 2 * mib})
	s, used := r.s[0], r.s[1]
	b := malloc(t, r.Pool, s, 1)
	first := acltest.Hold(t, used)
	e := recorded(r, used)
	require.NoError(t, r.FreeAfter(s, b, e))
	second := acltest.Hold(t, used)
	require.NoError(t, used.Record(e))
	first.Release()
	<-second.Reached()
	synchronize(t, s)
	assert.True(t, r.taken(s))
	done, err := e.Query()
	require.NoError(t, err)
	assert.False(t, done, "the event stands for its last record")
	second.Release()
	require.NoError(t, e.Synchronize(context.Background()))
	synchronize(t, s, used)
}

// An event whose handle other code knows stands for the stream.
func TestEventWhoseHandleIsKnown(t *testing.T) {
	r := newRig(t, sim.Documented, mempool.Config{MaxSize: 2 * mib})
	s, used := r.s[0], r.s[1]
	b := malloc(t, r.Pool, s, 1)
	e := recorded(r, used)
	handle := e.Handle()
	gate := acltest.Hold(t, used)
	require.NoError(t, r.FreeAfter(s, b, e))
	require.NoError(t, r.s[2].Record(e))
	assert.Equal(t, handle, e.Handle(), "it is the same event for the other code")
	synchronize(t, s, r.s[2])
	assert.False(t, r.taken(s))
	gate.Release()
	synchronize(t, used)
	assert.True(t, r.taken(s))
	synchronize(t, s)
}

// Notes of uses are kept in what was made before.
func TestRecordUseAllocatesNothing(t *testing.T) {
	acltest.DisableHazards(t)
	r := newRig(t, sim.Documented, mempool.Config{MaxSize: 64 * mib})
	b := malloc(t, r.Pool, r.s[0], 1)
	e := recorded(r, r.s[1])
	assert.Zero(t, testkit.Allocations(100, func() {
		if r.RecordUse(r.s[1], b) != nil || r.s[1].Record(e) != nil {
			t.Error("a use could not be recorded")
		}
	}))
	free(t, r.Pool, r.s[0], b)
}
