// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// spans lists a book's spans in the order of addresses.
func spans(t tester, b *Book) (list []*span) {
	t.Helper()
	var first *span
	see := func(s *span) {
		if s.off == 0 {
			first = s
		}
	}
	for c := range b.fresh.From(0) {
		see(c.Value)
	}
	for c := range b.cached.All().From(0) {
		see(c.Value)
	}
	for _, s := range b.used {
		see(s)
	}
	for s := first; s != nil; s = s.next {
		list = append(list, s)
	}
	return list
}

// checkInvariants holds what must be true between any two calls.
func checkInvariants(t tester, b *Book) {
	t.Helper()
	var end, inUse, kept uint64
	var prev *span
	var freshSpans, cachedSpans, usedSpans int
	for _, s := range spans(t, b) {
		require.Equal(t, end, s.off, "spans follow each other without gap or overlap")
		require.NotZero(t, s.size)
		require.Zero(t, s.size%driver.Granule)
		require.Same(t, prev, s.prev)
		if prev != nil {
			require.False(t, prev.joins(s), "neighbours of one state and owner are one span: %d", s.off)
		}
		block, filed := s.block(), false
		switch s.state {
		case fresh:
			freshSpans++
			got, ok := b.fresh.First(s.size, is(s))
			filed = ok && got == block
		case used:
			usedSpans++
			inUse += s.size
			filed = b.used[s.off] == s
		case cached:
			cachedSpans++
			kept += s.size
			got, ok := b.cached.Of(s.owner).First(s.size, is(s))
			all, ok2 := b.cached.All().First(s.size, is(s))
			filed = ok && ok2 && got == block && all == block
		}
		require.True(t, filed, "span at %d is filed under its state, size and owner", s.off)
		if s.state == cached && s.owner != nil {
			require.Equal(t, s.owner.Line().ID(), s.freed.Line)
			require.NotZero(t, s.freed.Pos)
		} else {
			require.Equal(t, order.Stamp{}, s.freed, "only memory of a stream has a place")
			require.Nil(t, s.owner)
		}
		end, prev = s.off+s.size, s
	}
	require.Equal(t, b.size, end, "spans cover the pool")
	require.Equal(t, b.fresh.Len(), freshSpans)
	require.Equal(t, b.cached.All().Len(), cachedSpans)
	require.Len(t, b.used, usedSpans)

	st := b.Stats()
	require.Equal(t, inUse, st.Used)
	require.Equal(t, inUse+kept, st.Reserved)
	require.LessOrEqual(t, st.Pending, kept)
	require.LessOrEqual(t, st.Reserved, b.size)
}

func is(s *span) func(bestfit.Block[*span]) bool {
	return func(c bestfit.Block[*span]) bool { return c.Value == s }
}
