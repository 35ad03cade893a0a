// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
)

// checkInvariants holds what must be true between any two calls.
func checkInvariants(t tester, b *Pool) {
	t.Helper()
	require.NoError(t, b.invariants())
	require.LessOrEqual(t, b.attrs.Reserved, b.size)
	require.LessOrEqual(t, b.Pending(), b.attrs.Reserved-b.attrs.Used)
	require.NoError(t, b.invariants(), "after the statistics")
}

// The check itself notices what it is there for.
func TestInvariantsNotice(t *testing.T) {
	tests := map[string]func(b *Pool, first *span){
		"a gap":                                    func(_ *Pool, s *span) { s.size -= driver.Granule },
		"half a granule":                           func(_ *Pool, s *span) { s.size += 1 << 20 },
		"a span that is not found":                 func(b *Pool, s *span) { b.tags.set(s.off, 0) },
		"a span that its next has not":             func(b *Pool, s *span) { b.tags.set(s.end()-driver.Granule, 0) },
		"a span found elsewhere":                   func(b *Pool, s *span) { b.tags.set(s.off, spanTag(b.after(s.end()).number)) },
		"a tag too much":                           func(b *Pool, _ *span) { b.tags.set(b.size/2, liveTag(driver.Granule)) },
		"the end missing":                          func(b *Pool, _ *span) { b.size += driver.Granule },
		"a wrong state":                            func(_ *Pool, s *span) { s.state = fresh },
		"a wrong owner":                            func(b *Pool, s *span) { s.owner = b.owners.byLine.Get(2) },
		"a place without an owner":                 func(b *Pool, s *span) { s.owner = &b.owners.nobody },
		"an owner without a place":                 func(b *Pool, s *span) { b.owners.nobody.free, s.freed.Pos = s.owner.free, 0 },
		"a wrong place":                            func(_ *Pool, s *span) { s.freed.Pos-- },
		"what is not indexed":                      func(b *Pool, s *span) { b.unindex(s) },
		"what is in the index of all without need": func(b *Pool, s *span) { b.insertAny(s) },
		"what is not in the index of all":          func(b *Pool, _ *span) { b.anyOwner.enabled = true },
		"neighbours that would join":               func(b *Pool, s *span) { s.owner = b.after(s.end()).owner },
		"a pending free too much":                  func(b *Pool, s *span) { s.owner.pending += driver.Granule },
		"a pending free too little":                func(b *Pool, s *span) { s.owner.removePending(s); s.owner.pending = 4 << 20 },
		"a wrong count of what is used":            func(b *Pool, _ *span) { b.attrs.Used += driver.Granule },
		"a wrong count of what is reserved":        func(b *Pool, _ *span) { b.attrs.Reserved -= driver.Granule },
		"a stream without a mark":                  func(b *Pool, s *span) { b.owners.unmark(s.owner) },
		"a stream that is ready but has no place":  func(b *Pool, s *span) { b.ready = append(b.ready, s.owner) },
		"a live allocation without a tag":          func(b *Pool, s *span) { b.tags.set(b.after(s.end()).end(), 0) },
		"a live allocation of a wrong size":        func(b *Pool, s *span) { b.tags.set(b.after(s.end()).end(), liveTag(driver.Granule)) },
	}
	for name, damage := range tests {
		t.Run(name, func(t *testing.T) {
			s := newScript(t)
			s.play(`
				pool 64M
				alloc a 4M 1
				alloc b 4M 1
				alloc c 4M 1
				free a 1
				free b 2`)
			damage(s.book, s.book.after(0))
			assert.Error(t, s.book.invariants())
		})
	}
}
