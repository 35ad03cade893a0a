// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"context"
	"testing"

	"github.com/ascend-go/aclpool/mempool"
)

// trims is about memory that is given back on demand.
var trims = chapter{"trims", []testCase{
	{"of complete memory", trimComplete},
	{"of nothing", trimNothing},
	{"beside live blocks", trimBesideLive},
	{"beside pending frees", trimBesidePending},
	{"that are given up", trimGivenUp},
}}

// trimmed checks that what a trim returns agrees with the statistics. Where a wait lets the pool
// release memory, a trim that waits may find it gone.
func trimmed(t testing.TB, p *mempool.Pool, trim func() (mempool.Trimmed, error)) (mempool.Trimmed, mempool.Stats) {
	t.Helper()
	before := stats(t, p)
	got, err := trim()
	ok(t, err)
	after := stats(t, p)
	gone := before.Reserved - after.Reserved
	atMost(t, "released, by what is reserved", got.Released, gone)
	if p.Release() == (mempool.Release{}) {
		equal(t, "released, by what is reserved", got.Released, gone)
	}
	equal(t, "used after a trim", after.Used, before.Used)
	equal(t, "live blocks after a trim", after.LiveBlocks, before.LiveBlocks)
	return got, after
}

func trimComplete(t *testing.T, r *rig) {
	for name, wait := range map[string]bool{"TrimTo": false, "TrimSync": true} {
		c := r.cycle(t, mempool.Config{MaxSize: poolSize})
		if !wait {
			synchronize(t, c.s)
		}
		for _, keep := range []uint64{granules(4), granules(4) - 1, granules(2) + 1, 0} {
			got, after := trimmed(t, c.p, func() (mempool.Trimmed, error) {
				if wait {
					return c.p.TrimSync(background, keep)
				}
				return c.p.TrimTo(keep)
			})
			equal(t, name+": pending of complete memory", got.Pending, 0)
			atMost(t, name+": reserved", after.Reserved, (keep+granules(1)-1)/granules(1)*granules(1))
		}
		b := malloc(t, c.p, c.s, poolSize) // all of it is there again
		free(t, c.p, c.s, b)
	}
}

// A trim to what is reserved, or to more, does nothing.
func trimNothing(t *testing.T, r *rig) {
	c := r.cycle(t, mempool.Config{MaxSize: poolSize})
	synchronize(t, c.s)
	for _, keep := range []uint64{c.reserved, poolSize} {
		unchanged(t, c.p, "a trim to what there is", func() {
			got, _ := trimmed(t, c.p, func() (mempool.Trimmed, error) { return c.p.TrimTo(keep) })
			equal(t, "a trim to what there is", got, mempool.Trimmed{})
		})
	}
}

func trimBesideLive(t *testing.T, r *rig) {
	p, s := r.start(t)
	var blocks []mempool.Block
	for i := range byte(8) {
		b := malloc(t, p, s, granules(1))
		fill(t, s, b, i)
		blocks = append(blocks, b)
	}
	for i := 0; i < len(blocks); i += 2 {
		free(t, p, s, blocks[i])
	}
	synchronize(t, s)
	_, after := trimmed(t, p, func() (mempool.Trimmed, error) { return p.TrimTo(0) })
	r.seen.yesNo(trimsExactly, after.Reserved == after.Used)
	again := malloc(t, p, s, granules(1))
	fill(t, s, again, 0xEE)
	for i := 1; i < len(blocks); i += 2 {
		holdsBytes(t, s, "a live block after a trim", blocks[i], byte(i))
		free(t, p, s, blocks[i])
	}
	free(t, p, s, again)
}

// A trim does not wait, and leaves what is pending; one that waits does not.
func trimBesidePending(t *testing.T, r *rig) {
	p, s := r.start(t)
	other := r.stream(t)
	b, complete := malloc(t, p, s, granules(3)), malloc(t, p, other, granules(1))
	fill(t, s, b, 0x42)
	fill(t, other, complete, 0x24)
	free(t, p, other, complete)
	synchronize(t, s, other)
	release := r.busy(t, s)
	reader := read(t, s, b)
	free(t, p, s, b)
	got, after := trimmed(t, p, func() (mempool.Trimmed, error) { return p.TrimTo(0) })
	if r.holds {
		atMost(t, "released, by what is complete", got.Released, granules(1))
		atMost(t, "pending bytes against what the trim returns", granules(3), got.Pending)
		atMost(t, "pending bytes against what is reserved", granules(3), after.Reserved)
		r.seen.yesNo(trimsAround, got.Released == granules(1))
	}
	release()
	got, after = trimmed(t, p, func() (mempool.Trimmed, error) { return p.TrimSync(background, 0) })
	equal(t, "pending after a trim that waits", got.Pending, 0)
	equal(t, "reserved after a trim that waits", after.Reserved, 0)
	ok(t, reader.saw(t, 0x42))
}

// A trim that would have to wait changes nothing if its context has ended. If the device has
// completed the frees by then, there is nothing to wait for.
func trimGivenUp(t *testing.T, r *rig) {
	c := r.cycle(t, mempool.Config{MaxSize: poolSize})
	ended, end := context.WithCancel(background)
	release := r.busy(t, c.s)
	b := malloc(t, c.p, c.s, granules(1))
	free(t, c.p, c.s, b)
	end()
	unchanged(t, c.p, "a trim that is given up", func() {
		_, err := c.p.TrimSync(ended, 0)
		if err == nil && !r.holds {
			t.Skip("not found out: the frees were complete before the trim")
		}
		isClass(t, "a trim with an ended context", err, context.Canceled)
	})
	release()
	synchronize(t, c.s)
}
