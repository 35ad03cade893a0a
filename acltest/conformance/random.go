// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// random is the chapter on random sequences of operations, checked against a list of live
// blocks.
var random = chapter{"random", []testCase{{"sequences", randomSequences}}}

func randomSequences(t *testing.T, r *rig) {
	seeds, steps := uint64(8), 150
	if testing.Short() {
		seeds, steps = 2, 80
	}
	for seed := range seeds {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			w := newWalk(t, r, seed)
			for range steps {
				w.step()
				w.check()
			}
			w.end()
		})
	}
}

// walk is a pool under random operations. Every live block has a value at its ends and a
// stream that is ordered after all its uses.
type walk struct {
	*rig
	t       *testing.T
	random  *rand.Rand
	p       *mempool.Pool
	streams []*stream.Stream
	live    []walkBlock
	dead    []mempool.Block
	last    mempool.Stats
	value   byte
}

type walkBlock struct {
	mempool.Block
	on    *stream.Stream // ordered after all uses of the block
	value byte
}

func newWalk(t *testing.T, r *rig, seed uint64) *walk {
	w := &walk{rig: r, t: t, random: rand.New(rand.NewPCG(seed, 0))}
	acltest.AllowHazards(t, r.dev, hazard.DoubleFree)
	w.p = r.pool(t, mempool.Config{MaxSize: poolSize})
	if reuse := safeReuse[seed%uint64(len(safeReuse))]; w.p.SetReuse(reuse) != nil {
		t.Logf("reuse %+v is refused, and is left out", reuse)
	}
	for range 3 {
		w.streams = append(w.streams, r.temporary(t))
	}
	t.Cleanup(func() { closeAll(t, w.streams...) }) // before the pool
	return w
}

func (w *walk) stream() *stream.Stream { return w.streams[w.random.IntN(len(w.streams))] }

func (w *walk) step() {
	switch n := w.random.IntN(20); {
	case n < 7:
		w.malloc()
	case n < 12:
		w.free()
	case n < 14:
		w.move()
	case n < 15:
		w.freeAgain()
	case n < 16:
		synchronize(w.t, w.stream())
	case n < 17:
		w.trim()
	case n < 18:
		if a, b := w.stream(), w.stream(); a != b {
			orderAfter(w.t, a, b)
		}
	case n < 19:
		w.setRelease()
	default:
		w.replaceStream()
	}
}

func (w *walk) malloc() {
	size, s := 1+w.random.Uint64N(poolSize/5), w.stream()
	b, had := takes(w.t, w.p, s, size)
	if !had {
		return
	}
	w.value++
	fill(w.t, s, b, w.value)
	w.live = append(w.live, walkBlock{b, s, w.value})
}

// pick removes a live block from the list and returns it.
func (w *walk) pick() (b walkBlock, ok bool) {
	if len(w.live) == 0 {
		return b, false
	}
	i := w.random.IntN(len(w.live))
	b = w.live[i]
	w.live = slices.Delete(w.live, i, i+1)
	return b, true
}

// pass orders another stream after the uses of a block.
func (w *walk) pass(b walkBlock) walkBlock {
	if s := w.stream(); s != b.on {
		orderAfter(w.t, b.on, s)
		b.on = s
	}
	return b
}

func (w *walk) free() {
	b, had := w.pick()
	if !had {
		return
	}
	b = w.pass(b)
	if w.random.IntN(4) == 0 {
		holdsBytes(w.t, b.on, "a block before its free", b.Block, b.value)
	}
	if w.random.IntN(4) == 0 {
		ok(w.t, w.p.FreePtr(b.on, b.Ptr()))
	} else {
		free(w.t, w.p, b.on, b.Block)
	}
	w.dead = append(w.dead, b.Block)
}

// move copies a block into another one and frees it.
func (w *walk) move() {
	b, had := w.pick()
	if !had {
		return
	}
	b = w.pass(b)
	if to, had := takes(w.t, w.p, b.on, b.Size()); had {
		for i, v := range ends(b.View()) {
			ok(w.t, b.on.Copy(ends(to.View())[i], v))
		}
		free(w.t, w.p, b.on, b.Block)
		w.dead = append(w.dead, b.Block)
		b.Block = to
	}
	w.live = append(w.live, b)
}

func (w *walk) freeAgain() {
	if len(w.dead) > 0 {
		b := w.dead[w.random.IntN(len(w.dead))]
		isClass(w.t, "a second free", w.p.FreeAsync(w.stream(), b), acl.ErrClosed)
	}
}

func (w *walk) trim() {
	keep := w.random.Uint64N(poolSize)
	trimmed(w.t, w.p, func() (mempool.Trimmed, error) {
		if w.random.IntN(2) == 0 {
			return w.p.TrimTo(keep)
		}
		return w.p.TrimSync(background, keep)
	})
}

func (w *walk) setRelease() {
	all := []mempool.Release{{}, mempool.ReleaseAll, mempool.KeepBytes(poolSize / 2)}
	ok(w.t, w.p.SetRelease(all[w.random.IntN(len(all))]))
}

// replaceStream closes a stream, which waits for its work, and creates another one.
func (w *walk) replaceStream() {
	i := w.random.IntN(len(w.streams))
	old := w.streams[i]
	closeAll(w.t, old)
	w.streams[i] = w.temporary(w.t)
	for j := range w.live {
		if w.live[j].on == old {
			w.live[j].on = w.streams[i]
		}
	}
}

// check compares the pool with the list.
func (w *walk) check() {
	w.t.Helper()
	blocks := make([]mempool.Block, len(w.live))
	var used, requested uint64
	for i, b := range w.live {
		blocks[i] = b.Block
		used += b.Rounded()
		requested += b.Size()
	}
	slices.SortFunc(blocks, func(a, b mempool.Block) int { return int(int64(a.Ptr()) - int64(b.Ptr())) })
	if got := slices.Collect(w.p.Blocks()); !slices.Equal(got, blocks) {
		w.t.Errorf("live blocks: want %v, got %v", blocks, got)
	}
	for i := 1; i < len(blocks); i++ {
		before := blocks[i-1]
		if uint64(before.Ptr())+before.Rounded() > uint64(blocks[i].Ptr()) {
			w.t.Errorf("%v overlaps %v", before, blocks[i])
		}
	}
	st := stats(w.t, w.p)
	equal(w.t, "used", st.Used, used)
	equal(w.t, "requested", st.Requested, requested)
	equal(w.t, "live", st.LiveBlocks, uint64(len(blocks)))
	atMost(w.t, "the peak of used before", w.last.UsedHigh, st.UsedHigh)
	atMost(w.t, "the peak of reserved before", w.last.ReservedHigh, st.ReservedHigh)
	atMost(w.t, "allocations before", w.last.Mallocs, st.Mallocs)
	atMost(w.t, "frees before", w.last.Frees, st.Frees)
	w.last = st
	if w.t.Failed() {
		w.t.FailNow() // report the first failing step only
	}
}

func (w *walk) end() {
	for _, b := range w.live {
		holdsBytes(w.t, b.on, "a live block in the end", b.Block, b.value)
		free(w.t, w.p, b.on, b.Block)
	}
	drainAndTrim(w.t, w.p)
	st := stats(w.t, w.p)
	equal(w.t, "used in the end", st.Used, 0)
	equal(w.t, "reserved in the end", st.Reserved, 0)
}
