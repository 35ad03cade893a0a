// SPDX-License-Identifier: Apache-2.0

package blocks_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/blocks"
)

// If one stream allocates and another frees, the slots are reused.
func TestSlotsOfAProducerAndAConsumer(t *testing.T) {
	r := newRig(t, 64*mib)
	acltest.AllowHazards(t, r.dev, hazard.UnorderedUse)
	for range 5000 {
		r.free(r.s[1], r.alloc(r.s[0]))
	}
	assert.LessOrEqual(t, r.Slots(), 8, "all of the producer, who gets them back")
	c := r.counts()
	assert.Equal(t, blocks.Counts{Mallocs: 5000, Frees: 5000}, c)
	assert.Zero(t, c.Live())
}

// Of streams that have closed, only the counters are kept.
func TestSlotsOfShortLivedStreams(t *testing.T) {
	r := newRig(t, 64*mib)
	kept := r.alloc(r.s[0])
	for range 50 {
		r.brief(func(s *core.Stream) { r.free(s, r.alloc(s)) })
	}
	assert.LessOrEqual(t, r.Slots(), 3*64)
	assert.LessOrEqual(t, r.Shards(), 2)
	assert.Equal(t, blocks.Counts{Mallocs: 51, Frees: 50, Requested: 1}, r.counts())
	r.free(r.s[0], kept)
}

// Many live blocks take several tiers, and no two share a slot.
func TestManyBlocks(t *testing.T) {
	r := newRig(t, 2<<30)
	seen := map[blocks.Block]bool{}
	for range 1000 {
		seen[r.alloc(r.s[0])] = true
	}
	assert.Len(t, seen, 1000)
	live := r.Live()
	assert.Len(t, live, 1000)
	for _, b := range live {
		assert.True(t, seen[b])
		assert.True(t, b.Live())
		r.free(r.s[0], b)
		assert.False(t, b.Live())
	}
	slots := r.Slots()
	for range 1000 {
		r.free(r.s[0], r.alloc(r.s[0]))
	}
	assert.Equal(t, slots, r.Slots())
}

// A block that outlives its users does not keep their state in memory.
func TestUsesOfShortLivedStreams(t *testing.T) {
	r := newRig(t, 2*mib)
	b := r.alloc(r.s[0])
	for range 20 {
		r.brief(func(s *core.Stream) { require.NoError(t, r.RecordUse(s, b)) })
	}
	assert.Equal(t, 1, blocks.Uses(b))
	r.free(r.s[0], b)
}

// A slot is used again, and its earlier blocks stay freed.
func TestBlockOfAnEarlierGeneration(t *testing.T) {
	r := newRig(t, 2*mib)
	acltest.AllowHazards(t, r.dev, hazard.DoubleFree)
	old := r.alloc(r.s[0])
	r.free(r.s[0], old)
	b := r.alloc(r.s[0])
	require.Equal(t, old.Addr(), b.Addr())
	for name, err := range map[string]error{
		"Free":      r.Free(r.s[0], old),
		"elsewhere": r.Free(r.s[1], old),
		"FreeAfter": r.FreeAfter(r.s[0], old, nil),
		"RecordUse": r.RecordUse(r.s[1], old),
	} {
		assert.ErrorIs(t, err, errclass.Closed, name)
	}
	list := []blocks.Block{b, old}
	failed, err := r.FreeN(r.s[0], len(list), func(to []blocks.Block) { copy(to, list) })
	require.ErrorIs(t, err, errclass.Closed)
	assert.Equal(t, 1, failed)
	assert.Equal(t, blocks.Counts{Mallocs: 2, Frees: 1, Requested: 1}, r.counts(), "nothing has changed")
	r.free(r.s[0], b)
}

// A call that fails before its first operation says so.
func TestListsThatDoNotBegin(t *testing.T) {
	r := newRig(t, 4*mib)
	failed, err := r.AllocN(nil, []uint64{1}, nil)
	require.ErrorIs(t, err, errclass.Invalid)
	assert.Equal(t, blocks.None, failed)
	b := r.alloc(r.s[0])
	failed, err = r.FreeN(nil, 1, func(to []blocks.Block) { to[0] = b })
	require.ErrorIs(t, err, errclass.Invalid)
	assert.Equal(t, blocks.None, failed)
	r.free(r.s[0], b)
}
