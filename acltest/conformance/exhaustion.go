// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
)

// exhaustion is the chapter on pools without free memory, and on how they recover.
var exhaustion = chapter{"exhaustion", []testCase{
	{"full", exhaustionFull},
	{"in pieces", exhaustionInPieces},
	{"held back by pending frees", exhaustionPending},
	{"again and again", exhaustionAgain},
}}

// fillUp allocates a whole pool in blocks of a granule and writes a number to each.
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
	drainAndTrim(t, p)
	whole, had := takes(t, p, s, poolSize)
	if !had {
		t.Fatal("a pool that has been emptied and trimmed has no room for one block of its size")
	}
	free(t, p, s, whole)
}

// Every second block is freed, which is half of the pool, but no two adjacent granules.
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
	drainAndTrim(t, p)
	unchanged(t, p, "an allocation that fits no gap", func() {
		_, err := p.MallocAsync(s, granules(9)) // more than is free in total
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

// Memory whose free is pending may not be available at once, but later it is.
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
	drainAndTrim(t, p)
	b = malloc(t, p, other, poolSize)
	free(t, p, other, b)
}

// A pool can be filled and freed forever, with trims, whether or not the engine reuses memory.
func exhaustionAgain(t *testing.T, r *rig) {
	p, s := r.start(t)
	trims := 0
	for i := range byte(100) {
		b, had := takes(t, p, s, granules(3))
		if !had {
			trims++
			drainAndTrim(t, p)
			b = malloc(t, p, s, granules(3))
		}
		fill(t, s, b, i)
		free(t, p, s, b)
	}
	drainAndTrim(t, p)
	equal(t, "used in the end", stats(t, p).Used, 0)
	r.seen.yesNo(sameStream, trims == 0)
}
