// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"errors"
	"slices"
	"testing"

	"github.com/ascend-go/aclpool/mempool"
)

// ok ends the test at an error.
func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// isClass checks that an error belongs to a class.
func isClass(t testing.TB, what string, err, class error) {
	t.Helper()
	if !errors.Is(err, class) {
		t.Errorf("%s: want an error that is %q, got: %v", what, class, err)
	}
}

// equal checks that a value is the expected one.
func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: want %v, got %v", what, want, got)
	}
}

// atMost checks that a value is not above a bound.
func atMost(t testing.TB, what string, got, most uint64) {
	t.Helper()
	if got > most {
		t.Errorf("%s: want at most %d, got %d", what, most, got)
	}
}

// state is what a call that fails must not change.
type state struct {
	maxSize, used, reserved, usedHigh, reservedHigh uint64
	live, requested, lost, mallocs, frees           uint64
	reuse                                           mempool.Reuse
	release                                         mempool.Release
}

// stateOf returns the state of a pool and its live blocks.
func stateOf(t testing.TB, p *mempool.Pool) (state, []mempool.Block) {
	t.Helper()
	st := stats(t, p)
	return state{
		st.MaxSize, st.Used, st.Reserved, st.UsedHigh, st.ReservedHigh,
		st.LiveBlocks, st.Requested, st.Lost, st.Mallocs, st.Frees,
		p.Reuse(), p.Release(),
	}, slices.Collect(p.Blocks())
}

// unchanged checks that f does not change the state of a pool.
func unchanged(t testing.TB, p *mempool.Pool, what string, f func()) {
	t.Helper()
	before, blocks := stateOf(t, p)
	f()
	after, left := stateOf(t, p)
	if after != before {
		t.Errorf("%s: the pool has changed:\nbefore %+v\nafter  %+v", what, before, after)
	}
	if !slices.Equal(blocks, left) {
		t.Errorf("%s: the live blocks have changed:\nbefore %v\nafter  %v", what, blocks, left)
	}
}

// stats returns the statistics of a pool, and checks what is true of them at any time.
func stats(t testing.TB, p *mempool.Pool) mempool.Stats {
	t.Helper()
	st, err := p.Stats()
	ok(t, err)
	atMost(t, "used against reserved", st.Used, st.Reserved)
	atMost(t, "reserved against MaxSize", st.Reserved, st.MaxSize)
	atMost(t, "used against its peak", st.Used, st.UsedHigh)
	atMost(t, "reserved against its peak", st.Reserved, st.ReservedHigh)
	atMost(t, "pending against cached", st.Pending, st.Cached())
	atMost(t, "requested against used", st.Requested, st.Used)
	equal(t, "live blocks", st.LiveBlocks, st.Mallocs-st.Frees-st.Lost)
	equal(t, "lost blocks", st.Lost, 0)
	return st
}
