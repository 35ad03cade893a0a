// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"slices"
	"testing"

	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// thresholds is the chapter on what a pool releases at a synchronize.
var thresholds = chapter{"thresholds", []testCase{
	{"keeps by default", releaseNothing},
	{"releases all", releaseAll},
	{"keeps some", releaseSome},
	{"beside live blocks", releaseBesideLive},
}}

// waits are the kinds of synchronize after which a pool releases memory.
var waits = map[string]func(t *testing.T, r *rig, c *cycle){
	"stream": func(t *testing.T, _ *rig, c *cycle) { synchronize(t, c.s) },
	"device": func(t *testing.T, r *rig, _ *cycle) { ok(t, within(r.dev.Synchronize)) },
	"event": func(t *testing.T, r *rig, c *cycle) {
		e, err := event.New(r.dev, event.Config{})
		ok(t, err)
		ok(t, c.s.Record(e))
		ok(t, within(e.Synchronize))
		ok(t, e.Close())
	},
}

func releaseNothing(t *testing.T, r *rig) {
	for name, wait := range waits {
		c := r.cycle(t, mempool.Config{MaxSize: poolSize})
		equal(t, "release of a new pool", c.p.Release(), mempool.Release{})
		wait(t, r, c)
		if neverReuses(c.p) {
			equal(t, "reserved after a wait for the "+name+", where freed memory is never reused", stats(t, c.p).Reserved, uint64(0))
			continue
		}
		equal(t, "reserved after a wait for the "+name+", as before", stats(t, c.p).Reserved, c.reserved)
	}
}

// neverReuses reports whether a pool says that freed memory is not even reused on its own
// stream. Such a pool keeps none.
func neverReuses(p *mempool.Pool) bool {
	return slices.ContainsFunc(p.Engine().Missing, func(m mempool.MissingAbility) bool {
		return m.Ability == mempool.AbilitySameStream
	})
}

func releaseAll(t *testing.T, r *rig) {
	for name, wait := range waits {
		for when, set := range map[string]bool{"from the Config": false, "set later": true} {
			cfg := mempool.Config{MaxSize: poolSize}
			if !set {
				cfg.Release = mempool.ReleaseAll
			}
			c := r.cycle(t, cfg)
			ok(t, c.p.SetRelease(mempool.ReleaseAll))
			equal(t, "release that was set", c.p.Release(), mempool.ReleaseAll)
			wait(t, r, c)
			equal(t, "reserved, after a wait for the "+name+", with ReleaseAll "+when, stats(t, c.p).Reserved, 0)
		}
	}
}

func releaseSome(t *testing.T, r *rig) {
	keep := granules(3)
	c := r.cycle(t, mempool.Config{MaxSize: poolSize, Release: mempool.KeepBytes(keep)})
	synchronize(t, c.s)
	left := stats(t, c.p).Reserved
	atMost(t, "reserved after a synchronize", left, keep)
	r.seen.yesNo(synchronizeTrims, left == keep)
}

// Live blocks count towards the limit, and are not released.
func releaseBesideLive(t *testing.T, r *rig) {
	c := r.cycle(t, mempool.Config{MaxSize: poolSize, Release: mempool.ReleaseAll})
	b := malloc(t, c.p, c.s, granules(2))
	fill(t, c.s, b, 0x3C)
	synchronize(t, c.s)
	st := stats(t, c.p)
	equal(t, "used", st.Used, b.Rounded())
	again := malloc(t, c.p, c.s, granules(2))
	fill(t, c.s, again, 0xC3)
	holdsBytes(t, c.s, "a live block beside released memory", b, 0x3C)
	free(t, c.p, c.s, b, again)
}

// cycle is a pool with memory that a stream has used and freed.
type cycle struct {
	p        *mempool.Pool
	s        *stream.Stream
	reserved uint64 // bytes
}

func (r *rig) cycle(t *testing.T, cfg mempool.Config) *cycle {
	t.Helper()
	c := &cycle{p: r.pool(t, cfg), s: r.stream(t)}
	var blocks []mempool.Block
	for i := range byte(5) {
		b := malloc(t, c.p, c.s, granules(1))
		fill(t, c.s, b, i)
		blocks = append(blocks, b)
	}
	free(t, c.p, c.s, blocks...)
	st := stats(t, c.p)
	equal(t, "used after all was freed", st.Used, 0)
	atMost(t, "what was used against what is reserved", granules(5), st.Reserved)
	c.reserved = st.Reserved
	return c
}
