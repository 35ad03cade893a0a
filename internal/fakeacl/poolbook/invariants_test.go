// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
)

// spans lists a book's spans in the order of addresses.
func spans(b *Book) (list []*span) {
	for s := b.first; s != nil; s = s.next {
		list = append(list, s)
	}
	return list
}

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
		"a broken link":                     func(_ *Book, s *span) { s.next.prev = nil },
		"the end missing":                   func(_ *Book, s *span) { s.next = nil },
		"a wrong state":                     func(_ *Book, s *span) { s.state = fresh },
		"a wrong owner":                     func(b *Book, s *span) { s.owner = b.owners.all[1] },
		"a place without an owner":          func(b *Book, s *span) { s.owner = &b.owners.nobody },
		"an owner without a place":          func(b *Book, s *span) { b.owners.nobody.free, s.freed.Pos = s.owner.free, 0 },
		"a wrong place":                     func(_ *Book, s *span) { s.freed.Pos-- },
		"what is not filed":                 func(b *Book, s *span) { b.unshelve(s) },
		"what is offered without need":      func(b *Book, s *span) { b.offer(s) },
		"what is not offered":               func(b *Book, _ *span) { b.offers.wanted = true },
		"neighbours that would join":        func(_ *Book, s *span) { s.next.next.state = cached; s.next.next.owner = s.next.owner },
		"a pending free too much":           func(b *Book, s *span) { s.owner.pending += driver.Granule },
		"a pending free too little":         func(b *Book, s *span) { s.owner.unlink(s); s.owner.pending = 4 << 20 },
		"a wrong count of what is used":     func(b *Book, _ *span) { b.counts.used += driver.Granule },
		"a wrong count of what is reserved": func(b *Book, _ *span) { b.counts.reserved -= driver.Granule },
		"a used span that is not found":     func(b *Book, s *span) { b.used.take(s.next.next.off) },
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
			damage(s.book, s.book.first)
			assert.Error(t, s.book.invariants())
		})
	}
}
