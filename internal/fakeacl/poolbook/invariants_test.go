// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
)

// checkInvariants holds what must be true between any two calls.
func checkInvariants(t tester, b *Book) {
	t.Helper()
	require.NoError(t, b.invariants())
	require.LessOrEqual(t, b.counts.reserved, b.size)
	require.LessOrEqual(t, b.Stats().Pending, b.counts.reserved-b.counts.used)
	require.NoError(t, b.invariants(), "after the statistics")
}

// The check itself notices what it is there for.
func TestInvariantsNotice(t *testing.T) {
	tests := map[string]func(b *Book, first *span){
		"a gap":                             func(_ *Book, s *span) { s.size -= driver.Granule },
		"half a granule":                    func(_ *Book, s *span) { s.size += 1 << 20 },
		"a span that is not found":          func(b *Book, s *span) { b.row.set(s.off, 0) },
		"a span that its next has not":      func(b *Book, s *span) { b.row.set(s.end()-driver.Granule, 0) },
		"a span found elsewhere":            func(b *Book, s *span) { b.row.set(s.off, spanMark(b.after(s.end()).number)) },
		"a mark too much":                   func(b *Book, _ *span) { b.row.set(b.size/2, liveMark(driver.Granule)) },
		"the end missing":                   func(b *Book, _ *span) { b.size += driver.Granule },
		"a wrong state":                     func(_ *Book, s *span) { s.state = fresh },
		"a wrong owner":                     func(b *Book, s *span) { s.owner = b.owners.all[1] },
		"a place without an owner":          func(b *Book, s *span) { s.owner = &b.owners.nobody },
		"an owner without a place":          func(b *Book, s *span) { b.owners.nobody.free, s.freed.Pos = s.owner.free, 0 },
		"a wrong place":                     func(_ *Book, s *span) { s.freed.Pos-- },
		"what is not filed":                 func(b *Book, s *span) { b.unshelve(s) },
		"what is offered without need":      func(b *Book, s *span) { b.offer(s) },
		"what is not offered":               func(b *Book, _ *span) { b.offers.wanted = true },
		"neighbours that would join":        func(b *Book, s *span) { s.owner = b.after(s.end()).owner },
		"a pending free too much":           func(b *Book, s *span) { s.owner.pending += driver.Granule },
		"a pending free too little":         func(b *Book, s *span) { s.owner.unlink(s); s.owner.pending = 4 << 20 },
		"a wrong count of what is used":     func(b *Book, _ *span) { b.counts.used += driver.Granule },
		"a wrong count of what is reserved": func(b *Book, _ *span) { b.counts.reserved -= driver.Granule },
		"a live allocation without a mark":  func(b *Book, s *span) { b.row.set(b.after(s.end()).end(), 0) },
		"a live allocation of a wrong size": func(b *Book, s *span) { b.row.set(b.after(s.end()).end(), liveMark(driver.Granule)) },
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
