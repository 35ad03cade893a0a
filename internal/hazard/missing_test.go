// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/hazard"
)

// ordered puts waits before a step, so that it has no violation. It returns false if waits
// cannot help.
func (r *random) ordered(s step) ([]step, bool) {
	if s.do != doUse && s.do != doFree {
		return []step{s}, s.do != doSee && (s.do != doMalloc || !r.inUse(s.block))
	}
	s.late, s.fails = false, false
	id := r.enqueue(s.line) // only to ask: the caller runs the program again
	want := r.expected(id, s)
	if s.do == doFree {
		want = r.g.expectedAtFree(&r.mem[s.block], id, s.after)
	}
	var all []step
	for _, w := range want {
		switch w.kind {
		case hazard.UseAfterFree, hazard.DoubleFree, hazard.OutOfBounds, hazard.Unwritten:
			return nil, false
		}
		wait := step{do: doWait, line: s.line, of: w.first, needed: true}
		if s.line == host {
			wait.do = doSynchronize
		}
		all = append(all, wait)
	}
	return append(all, s), true
}

func (r *random) inUse(block int) bool { return r.mem[block].known && r.mem[block].frees == 0 }

// program runs steps.
func program(t *rapid.T, lines int, steps []step) *random {
	r := newRandom(t, lines)
	for _, s := range steps {
		r.run(s)
	}
	return r
}

func TestOneWaitIsMissing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.IntRange(2, 4).Draw(t, "streams")
		var steps []step
		var needed []int
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			r := program(t, lines, steps)
			more, ok := r.ordered(r.draw())
			r.close()
			if !ok {
				continue
			}
			for _, s := range more {
				if s.needed {
					needed = append(needed, len(steps))
				}
				steps = append(steps, s)
			}
		}
		whole := program(t, lines, steps)
		defer whole.close()
		assert.Zero(t, whole.wrong, "the program is well ordered")
		if len(needed) == 0 {
			return
		}
		// The run compares the Checker with the graph: it reports, unless another path orders
		// the operations.
		without := rapid.SampledFrom(needed).Draw(t, "missing wait")
		program(t, lines, slices.Delete(slices.Clone(steps), without, without+1)).close()
	})
}
