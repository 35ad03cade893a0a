// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// crowd is the state of many goroutines that free each other's blocks in every possible way,
// on short-lived streams.
type crowd struct {
	t    *testing.T
	dev  *acl.Device
	pool *mempool.Pool
	post chan mempool.Block
}

// ended reports whether an error is caused by other goroutines: there is no memory, or the
// object was closed or freed.
func (c *crowd) ended(err error) bool {
	if err == nil || errors.Is(err, acl.ErrOutOfMemory) {
		return false
	}
	assert.ErrorIs(c.t, err, acl.ErrClosed)
	return true
}

// work runs for some rounds, or until something is closed.
func (c *crowd) work(seed uint64, rounds int) {
	r := rand.New(rand.NewPCG(seed, 0))
	ctx := context.Background()
	s, err := stream.New(c.dev, stream.Config{})
	if c.ended(err) {
		return
	}
	other, err := stream.New(c.dev, stream.Config{})
	if c.ended(err) {
		return
	}
	for range rounds {
		got := make([]mempool.Block, 1+r.IntN(3))
		sizes := make([]uint64, len(got))
		for i := range sizes {
			sizes[i] = 1 + r.Uint64N(4*mib)
		}
		err := c.pool.MallocAsyncN(s, got, sizes)
		if c.ended(err) {
			return
		}
		if err != nil {
			got = nil
		}
		for i := range got {
			if r.IntN(2) == 0 && c.ended(c.pool.RecordUse(other, got[i])) {
				return
			}
			select {
			case c.post <- got[i]:
				got[i] = mempool.Block{}
			case b := <-c.post:
				got = append(got, b)
			default:
			}
		}
		for i, b := range got {
			switch {
			case b.IsZero():
				continue
			case i == 0:
				err = c.pool.FreeAfter(s, b, other)
			case i == 1:
				err = c.pool.FreeAsync(other, b)
			default:
				err = c.pool.FreeAsyncN(s, []mempool.Block{b})
			}
			if c.ended(err) {
				return
			}
		}
		switch r.IntN(8) {
		case 0:
			err = other.Synchronize(ctx)
		case 1:
			err = s.Synchronize(ctx)
		case 2:
			_, err = c.pool.Stats()
		case 3:
			_, err = c.pool.TrimTo(0)
		case 4:
			_, err = c.pool.TrimSync(ctx, 0)
		case 5:
			if err = other.Close(ctx); err == nil {
				other, err = stream.New(c.dev, stream.Config{})
			}
		}
		if c.ended(err) {
			return
		}
	}
	assert.NoError(c.t, s.Close(ctx))
	assert.NoError(c.t, other.Close(ctx))
}

func newCrowd(t *testing.T, b sim.Behaviour) *crowd {
	t.Helper()
	dev := acltest.New(t, sim.Config{Behaviour: b, Memory: 128 * mib})
	p, err := mempool.New(context.Background(), dev, mempool.Config{MaxSize: 64 * mib, Release: mempool.KeepBytes(16 * mib)})
	require.NoError(t, err)
	return &crowd{t: t, dev: dev, pool: p, post: make(chan mempool.Block, 4)}
}

func TestCrowdOnGuardedPools(t *testing.T) {
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) {
			c := newCrowd(t, b)
			acltest.AllowHazards(t, c.dev, hazard.UnorderedUse)
			var wg sync.WaitGroup
			for w := range 6 {
				wg.Go(func() { c.work(uint64(w), 60) })
			}
			wg.Wait()
			close(c.post)
			s := acltest.Stream(t, c.dev)
			for b := range c.post {
				free(t, c.pool, s, b)
			}
			_, err := c.pool.TrimSync(t.Context(), 0)
			require.NoError(t, err)
			st := stats(t, c.pool)
			assert.Equal(t, [6]uint64{}, [6]uint64{st.Used, st.Reserved, st.Pending, st.LiveBlocks, st.Requested, st.Lost})
			assert.Equal(t, st.Mallocs, st.Frees)
			require.NoError(t, c.pool.Close(t.Context()))
		})
	}
}

// A forced shutdown while the goroutines run: all their calls fail, and none hangs.
func TestForcedShutdownOfACrowd(t *testing.T) {
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) {
			c := newCrowd(t, b)
			acltest.AllowHazards(t, c.dev, hazard.UnorderedUse)
			var wg sync.WaitGroup
			for w := range 4 {
				wg.Go(func() { c.work(uint64(w), 1<<30) })
			}
			for range 20 {
				b := <-c.post // the goroutines are running
				c.post <- b
			}
			require.NoError(t, (*opaque.Device)(c.dev).Inner().Root.ForceChildren(context.Background()))
			wg.Wait()
			_, err := c.pool.Stats()
			require.ErrorIs(t, err, acl.ErrClosed)
		})
	}
}
