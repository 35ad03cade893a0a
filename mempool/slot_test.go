// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
)

// If one stream allocates and another frees, the slots are reused.
func TestSlotsOfAProducerAndAConsumer(t *testing.T) {
	dev := acltest.New(t)
	producer, consumer := acltest.Stream(t, dev), acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib, Reuse: mempool.Reuse{Internal: true}})
	for range 5000 {
		free(t, p, consumer, malloc(t, p, producer, 1))
	}
	assert.LessOrEqual(t, p.Slots(), 8, "all of the producer, who gets them back")
	st := stats(t, p)
	assert.EqualValues(t, 5000, st.Mallocs)
	assert.EqualValues(t, 5000, st.Frees)
	assert.Zero(t, st.LiveBlocks)
}

// Of streams that have closed, only the counters are kept.
func TestSlotsOfShortLivedStreams(t *testing.T) {
	dev := acltest.New(t)
	owner := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
	kept := malloc(t, p, owner, 1)
	for range 50 {
		s := newStream(t, dev)
		free(t, p, s, malloc(t, p, s, 1))
		require.NoError(t, s.Close(context.Background()))
	}
	assert.LessOrEqual(t, p.Slots(), 3*64)
	assert.LessOrEqual(t, p.Shards(), 2)
	st := stats(t, p)
	assert.EqualValues(t, 51, st.Mallocs)
	assert.EqualValues(t, 50, st.Frees)
	assert.EqualValues(t, 1, st.Requested)
	free(t, p, owner, kept)
}

// Many live blocks take several tiers, and no two share a slot.
func TestManyBlocks(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 2 << 30})
	seen := map[mempool.Block]bool{}
	for range 1000 {
		seen[malloc(t, p, s, 1)] = true
	}
	assert.Len(t, seen, 1000)
	n := 0
	for b := range p.Blocks() {
		assert.True(t, seen[b])
		n++
	}
	assert.Equal(t, 1000, n)
	for b := range seen {
		free(t, p, s, b)
	}
	slots := p.Slots()
	for range 1000 {
		free(t, p, s, malloc(t, p, s, 1))
	}
	assert.Equal(t, slots, p.Slots())
}
