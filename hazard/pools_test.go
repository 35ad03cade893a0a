// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/mempool"
)

func TestMemoryOfPools(t *testing.T) {
	runWrong(t, map[string]wrong{
		"a use on another stream": {
			func(p *program) {
				b := p.oneBlock(p.pool.MallocAsync(p.a, size))
				p.two(p.b.Fill(b.View(), 1))
				p.done(p.pool.FreeAfter(p.a, b, p.b))
			}, hazard.UnorderedUse, "malloc on a", "fill on b", neverWaited,
		},
		"a free that does not wait for a use": {
			func(p *program) {
				b := p.block(p.b)
				p.order(p.b, p.a)
				p.one(p.a.Fill(b.View(), 1))
				p.two(p.pool.FreeAsync(p.b, b))
			}, hazard.UnorderedFree, "fill on a", "free on b", "FreeAfter",
		},
		"a free after another stream": {
			func(p *program) {
				b, c := p.block(p.b), p.stream("c")
				p.order(p.b, p.a)
				p.one(p.a.Fill(b.View(), 1))
				p.two(p.pool.FreeAfter(p.b, b, c))
			}, hazard.UnorderedFree, "fill on a", "free on b", "FreeAfter",
		},
		"a use after the recorded one": {
			func(p *program) {
				b := p.block(p.b)
				p.order(p.b, p.a)
				p.done(p.a.Fill(b.View(), 1))
				p.done(p.pool.RecordUse(p.a, b))
				p.one(p.a.Fill(b.View(), 2))
				p.two(p.pool.FreeAsync(p.b, b))
			}, hazard.UnorderedFree, "fill on a", "free on b", "RecordUse",
		},
		"a use after the event": {
			func(p *program) {
				b := p.block(p.b)
				p.order(p.b, p.a)
				e := p.event(p.a)
				p.one(p.a.Fill(b.View(), 1))
				p.two(p.pool.FreeAfter(p.b, b, e))
			}, hazard.UnorderedFree, "fill on a", "free on b", "FreeAfter",
		},
		"a list that is freed": {
			func(p *program) {
				list := make([]mempool.Block, 2)
				p.done(p.pool.MallocAsyncN(p.b, list, []uint64{size, size}))
				p.order(p.b, p.a)
				p.one(p.a.Fill(list[1].View(), 1))
				p.two(p.pool.FreeAsyncN(p.b, list))
			}, hazard.UnorderedFree, "fill on a", "free on b", "FreeAfter",
		},
		"a use after the free": {
			func(p *program) {
				b := p.block(p.a)
				p.one(p.pool.FreeAsync(p.a, b))
				p.twoMayFail(p.a.Fill(b.View(), 1))
			}, hazard.UseAfterFree, "free on a", "fill on a", `"kv"`,
		},
		"a use after a deferred free": {
			func(p *program) {
				b := p.block(p.a)
				p.done(p.b.Fill(p.v, 1))
				p.one(p.pool.FreeAfter(p.a, b, p.b))
				p.twoMayFail(p.a.Fill(b.View(), 1))
			}, hazard.UseAfterFree, "free on a", "fill on a", `"kv"`,
		},
		"a second free": {
			func(p *program) {
				b := p.block(p.a)
				p.one(p.pool.FreeAsync(p.a, b))
				p.twoFails(p.pool.FreeAsync(p.b, b), acl.ErrClosed)
			}, hazard.DoubleFree, "free on a", "free on b", `"kv"`,
		},
		"a second free of memory that is allocated again": {
			func(p *program) {
				b := p.block(p.a)
				p.one(p.pool.FreeAsync(p.a, b))
				again := p.block(p.a)
				p.twoFails(p.pool.FreeAsyncN(p.a, []mempool.Block{b}), acl.ErrClosed)
				p.done(p.pool.FreeAsync(p.a, again))
			}, hazard.DoubleFree, "free on a", "free on a", `"kv"`,
		},
		"a use beyond the end": {
			func(p *program) {
				b := p.oneBlock(p.pool.MallocAsync(p.a, size))
				p.twoMayFail(p.a.Fill(p.dev.View(b.Ptr(), size+1), 1))
				p.done(p.pool.FreeAsync(p.a, b))
			}, hazard.OutOfBounds, "malloc on a", "fill on a", "64 bytes",
		},
		"a read of what was never written": {
			func(p *program) {
				b := p.oneBuffer(mempool.NewBuffer[byte](p.pool, p.a, size))
				p.two(b.CopyToSlice(p.ctx(), p.a, make([]byte, 1)))
				p.done(b.FreeAsync(p.a))
			}, hazard.Unwritten, "malloc on a", "copy slice to host on a", "Write the bytes first",
		},
	})
}

func TestMemoryOfPoolsInOrder(t *testing.T) {
	used := func(p *program) mempool.Block {
		b := p.block(p.b)
		p.order(p.b, p.a)
		p.done(p.a.Fill(b.View(), 1))
		return b
	}
	runRight(t, map[string]func(p *program){
		"freed after the stream": func(p *program) { p.done(p.pool.FreeAfter(p.b, used(p), p.a)) },
		"freed after an event": func(p *program) {
			b := used(p)
			p.done(p.pool.FreeAfter(p.b, b, p.event(p.a)))
		},
		"freed after a stream that waits for the use": func(p *program) {
			b, c := used(p), p.stream("c")
			p.order(p.a, c)
			p.done(p.pool.FreeAfter(p.b, b, c))
		},
		"freed after an event behind a wait for the use": func(p *program) {
			b, c := used(p), p.stream("c")
			p.order(p.a, c)
			p.done(p.pool.FreeAfter(p.b, b, p.event(c)))
		},
		"a recorded use": func(p *program) {
			b := used(p)
			p.done(p.pool.RecordUse(p.a, b))
			p.done(p.pool.FreeAsync(p.b, b))
		},
		"uses on two streams that a pool has waited for": func(p *program) {
			b, c := used(p), p.stream("c")
			p.done(p.pool.RecordUse(p.a, b))
			p.done(p.pool.FreeAfter(p.b, p.block(p.b), p.a))
			_, err := p.pool.TrimSync(p.ctx(), 0) // waits for a, which the program has not
			p.done(err)
			p.order(p.b, c)
			p.done(p.pool.RecordUse(c, b))
			p.done(p.pool.FreeAsync(p.b, b))
		},
		"freed after an event that waits": func(p *program) {
			b := used(p)
			p.order(p.a, p.b)
			p.done(p.pool.FreeAsync(p.b, b))
		},
		"a free that is refused": func(p *program) {
			b := p.block(p.a)
			testkit.Faults(p.dev).FailNth(1, 507899, "aclrtRecordEvent")
			require.Error(p, p.pool.FreeAfter(p.a, b, p.b))
			p.done(p.a.Fill(b.View(), 1))
			p.done(p.pool.FreeAsync(p.a, b))
		},
		"allocated again": func(p *program) {
			for range 3 {
				b := p.block(p.a)
				p.done(p.a.Fill(b.View(), 1))
				p.done(p.pool.FreeAsync(p.a, b))
			}
		},
	})
}
