// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/caller"
	checker "github.com/ascend-go/aclpool/internal/hazard"
	"github.com/ascend-go/aclpool/internal/order"
)

// action is what a step of a random program does.
type action int

const (
	doUse action = iota
	doFree
	doMalloc
	doWait
	doSynchronize
	doForget
	doSee // hand in what an operation has used that was enqueued earlier
)

// step is one step of a random program. Operations are numbered in the order of the steps
// that enqueue them, so that a step means the same without a wait before it.
type step struct {
	do     action
	line   int
	block  int
	size   uint64           // of an allocation
	uses   []checker.Access // from the start of the block
	after  []int            // of a free
	fails  bool             // a free that is taken back
	late   bool             // a use that is handed in later
	of     int              // operation that is waited for, or that is seen
	needed bool             // a wait without which there may be a violation
}

const (
	blocks  = 2
	foreign = blocks // a range that nobody allocates
	stride  = 64
)

// random runs a program, with the graph beside the Checker.
type random struct {
	t      *rapid.T
	host   *order.Host
	lines  []*order.Line
	c      *checker.Checker
	g      *graph
	ops    []checker.Operation
	mem    [blocks + 1]memory
	unseen map[int]step // late operations
	wrong  int          // operations with a violation
}

func newRandom(t *rapid.T, lines int) *random {
	r := &random{t: t, host: order.NewHost(), g: newGraph(), unseen: make(map[int]step)}
	r.c = checker.New(r.host)
	for id := range lines {
		r.lines = append(r.lines, order.NewLine(uint64(id), r.host))
	}
	for i := range r.mem {
		r.mem[i].written = make(map[uint64]bool)
	}
	return r
}

func (r *random) close() {
	r.c.Close()
	require.Zero(r.t, r.c.Kept())
	for _, o := range r.ops {
		o.Stamp.Release()
	}
}

// enqueue adds an operation to the Checker's order and to the graph's.
func (r *random) enqueue(line int) int {
	id := r.g.next(line)
	o := checker.Operation{Name: strconv.Itoa(id), Site: caller.Site(id + 1)}
	if line == host {
		o.Stamp = r.host.Here()
	} else {
		r.lines[line].Next()
		o.Stamp, o.Stream = r.lines[line].Here(), strconv.Itoa(line)
	}
	r.ops = append(r.ops, o)
	return id
}

func (r *random) run(s step) {
	switch s.do {
	case doUse:
		id := r.enqueue(s.line)
		if s.late {
			r.unseen[id] = s
			return
		}
		r.use(id, s)
	case doSee:
		if late, ok := r.unseen[s.of]; ok {
			delete(r.unseen, s.of)
			r.use(s.of, late)
		}
	case doMalloc:
		id := r.enqueue(s.line)
		r.mem[s.block] = memory{
			known: true, size: s.size, alloc: id,
			uses: r.mem[s.block].behind(s.size + rounding), written: make(map[uint64]bool),
		}
		m := at(uint64(s.block*stride), s.size)
		r.c.Allocated(checker.Block{Range: m, Rounded: s.size + rounding}, r.ops[id])
	case doFree:
		r.free(r.enqueue(s.line), s)
	case doWait:
		r.lines[s.line].After(r.ops[s.of].Stamp)
		r.g.waits[s.line] = append(r.g.waits[s.line], s.of)
	case doForget:
		r.c.Forget()
	case doSynchronize:
		r.seeBefore(s.of)
		r.host.After(r.ops[s.of].Stamp)
		r.g.host = append(r.g.host, s.of)
	}
}

// seeBefore hands in what late operations before one have used: once it is complete, so are they.
func (r *random) seeBefore(op int) {
	for id := range r.ops {
		if r.g.past(op)[id] {
			r.run(step{do: doSee, of: id})
		}
	}
}

func (r *random) use(id int, s step) {
	m := &r.mem[s.block]
	want := r.expected(id, s)
	all := slices.Clone(s.uses)
	for i := range all {
		all[i].Addr += uint64(s.block * stride)
	}
	checked := r.c.Check(r.ops[id], all)
	found := r.c.Access(r.ops[id], all)
	require.Len(r.t, found, len(checked))
	for i := range found {
		require.Equal(r.t, checked[i], found[i], "Check and Access agree")
	}
	for _, a := range s.uses {
		r.g.note(m, id, a)
	}
	r.agrees(id, found, want, r.g.past(id), s.late)
}

func (r *random) expected(id int, s step) (want []missing) {
	for _, a := range s.uses {
		want = append(want, r.g.expected(&r.mem[s.block], id, a, s.uses)...)
	}
	return want
}

func (r *random) free(id int, s step) {
	m := &r.mem[s.block]
	want := r.g.expectedAtFree(m, id, s.after)
	var after []order.Stamp
	for _, op := range s.after {
		after = append(after, r.ops[op].Stamp)
	}
	at := at(uint64(s.block*stride), m.size)
	found := r.c.Freed(at, r.ops[id], after)
	r.agrees(id, found, want, r.g.past(append(s.after, id)...), false)
	switch {
	case s.fails:
		r.c.Restored(at)
	case m.known:
		if m.frees++; m.frees == 1 {
			m.freed, m.after = id, s.after
		}
	}
}

// agrees checks that each finding is right, and that each missing order is among them or
// follows from one that is. Of a late operation not all can be found: what is ordered before a
// later operation has been forgotten.
func (r *random) agrees(id int, found []checker.Finding, want []missing, past map[int]bool, late bool) {
	var got []missing
	for _, f := range found {
		first, err := strconv.Atoi(f.First.Name)
		require.NoError(r.t, err)
		require.Equal(r.t, strconv.Itoa(id), f.Second.Name)
		require.Contains(r.t, want, missing{f.Kind, first}, "operation %d", id)
		got = append(got, missing{f.Kind, first})
		switch f.Kind {
		case hazard.UseAfterFree, hazard.DoubleFree, hazard.OutOfBounds, hazard.Unwritten:
			require.Zero(r.t, f.Known)
		default:
			require.Equal(r.t, r.g.last(past, r.g.line[first]), f.Known, "known of the line of %d by %d", first, id)
		}
	}
	if len(want) > 0 {
		r.wrong++
	}
	for _, w := range want {
		require.True(r.t, late || slices.ContainsFunc(got, func(f missing) bool {
			return alike(f.kind, w.kind) && r.g.past(f.first)[w.first]
		}), "operation %d: %s with %d is not in %v", id, w.kind, w.first, got)
	}
}

// alike reports whether two kinds are both conflicts, or the same.
func alike(a, b hazard.Kind) bool {
	conflict := func(k hazard.Kind) bool { return k >= hazard.WriteAfterWrite && k <= hazard.ReadAfterWrite }
	return a == b || conflict(a) && conflict(b)
}

// draw returns a random step.
func (r *random) draw() step {
	t := r.t
	s := step{line: rapid.IntRange(host, len(r.lines)-1).Draw(t, "line"), block: rapid.IntRange(0, blocks).Draw(t, "block")}
	s.do = action(rapid.SampledFrom([]action{doUse, doUse, doUse, doUse, doFree, doMalloc, doWait, doWait, doSynchronize, doForget, doSee}).Draw(t, "action"))
	if len(r.ops) == 0 && s.do > doMalloc || s.block == foreign && s.do == doMalloc || s.do == doWait && s.line == host {
		s.do = doUse
	}
	if len(r.ops) > 0 {
		s.of = r.drawOperation()
	}
	switch s.do {
	case doMalloc:
		s.size = rapid.SampledFrom([]uint64{12, 8, 8, 5, 1, 0}).Draw(t, "size")
	case doUse:
		s.late = s.line != host && rapid.IntRange(0, 5).Draw(t, "late") == 0
		argument := rapid.IntRange(0, 1).Draw(t, "kernel")
		for i := range rapid.SampledFrom([]int{1, 1, 2, 0}).Draw(t, "accesses") {
			s.uses = append(s.uses, checker.Access{
				Range:    at(rapid.SampledFrom([]uint64{0, 0, 4, 4, 7, 14}).Draw(t, "from"), rapid.Uint64Range(0, 8).Draw(t, "bytes")),
				Mode:     hazard.Access(rapid.IntRange(0, 3).Draw(t, "mode")),
				Argument: argument * (i + 1),
			})
		}
	case doFree:
		s.fails = rapid.IntRange(0, 3).Draw(t, "fails") == 0
		for len(r.ops) > 0 && rapid.Bool().Draw(t, "after") {
			s.after = append(s.after, r.drawOperation())
		}
	}
	return s
}

func (r *random) drawOperation() int {
	return len(r.ops) - 1 - rapid.IntRange(0, min(len(r.ops)-1, 8)).Draw(r.t, "operation")
}

func TestRandomPrograms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRandom(t, rapid.IntRange(1, 4).Draw(t, "streams"))
		defer r.close()
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			r.run(r.draw())
		}
	})
}
