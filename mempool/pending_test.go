// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

// When the host has waited for everything that a free comes after, nothing is pending. This
// holds for every kind of free and every behaviour.
func TestNothingPendsAfterSynchronize(t *testing.T) {
	frees := map[string]func(r *rig, b mempool.Block) error{
		"on its own stream": func(r *rig, b mempool.Block) error { return r.FreeAsync(r.s[0], b) },
		"on another stream": func(r *rig, b mempool.Block) error { return r.FreeAsync(r.s[1], b) },
		"after a stream":    func(r *rig, b mempool.Block) error { return r.FreeAfter(r.s[0], b, r.s[1]) },
		"after an event":    func(r *rig, b mempool.Block) error { return r.FreeAfter(r.s[0], b, recorded(r, r.s[1])) },
		"after a use": func(r *rig, b mempool.Block) error {
			require.NoError(r.t, r.RecordUse(r.s[1], b))
			return r.FreeAsync(r.s[0], b)
		},
	}
	for name, free := range frees {
		for _, behaviour := range behaviours {
			t.Run(string(behaviour)+"/"+name, func(t *testing.T) {
				r := newRig(t, behaviour, mempool.Config{MaxSize: 16 * mib})
				b := malloc(t, r.Pool, r.s[0], 6*mib)
				order(t, r.s[0], r.s[1])
				gate := acltest.Hold(t, r.s[1])
				require.NoError(t, free(r, b))
				gate.Release()
				synchronize(t, r.s[:2]...)
				assert.Zero(t, stats(t, r.Pool).Pending)
			})
		}
	}
}

// B59: an event outlives the stream that it was recorded on, and stands for its last
// record.
func TestEventOutlivesItsStream(t *testing.T) {
	ctx := context.Background()
	for _, behaviour := range behaviours {
		t.Run(string(behaviour), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: behaviour})
			p, other := acltest.Pool(t, dev, mempool.Config{MaxSize: 16 * mib}), acltest.Stream(t, dev)
			e := newEvent(t, dev)
			for range 3 {
				s := newStream(t, dev)
				b := malloc(t, p, s, 2*mib)
				require.NoError(t, s.Fill(b.View(), 1))
				require.NoError(t, s.Record(e))
				require.NoError(t, s.Close(ctx))
				done, err := e.Query()
				require.NoError(t, err)
				assert.True(t, done, "the stream has been waited for")
				require.NoError(t, e.Synchronize(ctx))
				require.NoError(t, other.WaitEvent(e))
				require.NoError(t, other.Fill(b.View(), 2))
				require.NoError(t, p.FreeAfter(other, b, e, s))
				require.NoError(t, dev.Synchronize(ctx))
				st := stats(t, p)
				assert.Equal(t, [2]uint64{0, 0}, [2]uint64{st.Used, st.Pending})

				next := acltest.Stream(t, dev)
				gate := acltest.Hold(t, next)
				require.NoError(t, next.Record(e))
				done, err = e.Query()
				require.NoError(t, err)
				assert.False(t, done, "it has been recorded anew")
				gate.Release()
				require.NoError(t, e.Synchronize(ctx))
			}
		})
	}
}
