// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
)

// exhaustion is about a pool that has no more, and how it goes on.
var exhaustion = chapter{"exhaustion", []testCase{
	{"full", exhaustionFull},
	{"in pieces", exhaustionInPieces},
	{"held back by pending frees", exhaustionPending},
	{"again and again", exhaustionAgain},
}}

// fillUp takes a whole pool in granules, each of which gets a number.
func fillUp(t *testing.T, r *rig) (*mempool.Pool, []mempool.Block) {
	p, s := r.start(t)
	taken := grab(t, p, s)
	if uint64(len(taken)) < poolSize/granules(1) {
		t.Errorf("a pool of %d granules holds %d", poolSize/granules(1), len(taken))
	}
	for i, b := range taken {
		fill(t, s, b, byte(i))
	}
	t.Cleanup(func() { synchronize(t, s) })
	return p, taken
}

func exhaustionFull(t *testing.T, r *rig) {
	p, taken := fillUp(t, r)
	s := r.stream(t)
	before := stats(t, p)
	equal(t, "used of a full pool", before.Used, poolSize)
	for range 3 {
		unchanged(t, p, "an allocation from a full pool", func() {
			_, err := p.MallocAsync(s, granules(1))
			isClass(t, "allocate from a full pool", err, acl.ErrOutOfMemory)
		})
	}
	equal(t, "allocations that found nothing", stats(t, p).OutOfMemory, before.OutOfMemory+3)
	ok(t, within(r.dev.Synchronize))
	for i, b := range taken {
		holdsBytes(t, s, "a block of a full pool", b, byte(i))
	}
	free(t, p, s, taken...)
	settle(t, p)
	whole, had := takes(t, p, s, poolSize)
	if !had {
		t.Fatal("a pool that has been emptied and trimmed has no room for one block of its size")
	}
	free(t, p, s, whole)
}

// Every second block is freed: half of the pool, and no room for two granules in a row.
func exhaustionInPieces(t *testing.T, r *rig) {
	p, taken := fillUp(t, r)
	s := r.stream(t)
	ok(t, within(r.dev.Synchronize))
	var kept []mempool.Block
	for i, b := range taken {
		if i%2 == 0 {
			free(t, p, s, b)
		} else {
			kept = append(kept, b)
		}
	}
	settle(t, p)
	unchanged(t, p, "an allocation that fits no gap", func() {
		_, err := p.MallocAsync(s, granules(9)) // more than is free at all
		isClass(t, "allocate more than is left", err, acl.ErrOutOfMemory)
	})
	gap := malloc(t, p, s, granules(1))
	fill(t, s, gap, 0xEE)
	for i, b := range kept {
		holdsBytes(t, s, "a block between gaps", b, byte(2*i+1))
	}
	free(t, p, s, gap)
	free(t, p, s, kept...)
}

// Memory whose free has not executed is not to be had at once, but it comes back.
func exhaustionPending(t *testing.T, r *rig) {
	p, s := r.start(t)
	other := r.stream(t)
	b := malloc(t, p, s, poolSize)
	release := r.busy(t, s)
	free(t, p, s, b)
	if r.holds {
		unchanged(t, p, "an allocation of pending memory", func() {
			_, err := p.MallocAsync(other, poolSize)
			isClass(t, "allocate pending memory on another stream", err, acl.ErrOutOfMemory)
		})
	}
	release()
	settle(t, p)
	b = malloc(t, p, other, poolSize)
	free(t, p, other, b)
}

// What is allocated and freed for ever needs no more than trims, whatever is used again.
func exhaustionAgain(t *testing.T, r *rig) {
	p, s := r.start(t)
	trims := 0
	for i := range byte(100) {
		b, had := takes(t, p, s, granules(3))
		if !had {
			trims++
			settle(t, p)
			b = malloc(t, p, s, granules(3))
		}
		fill(t, s, b, i)
		free(t, p, s, b)
	}
	settle(t, p)
	equal(t, "used in the end", stats(t, p).Used, 0)
	r.seen.yesNo(sameStream, trims == 0)
}
