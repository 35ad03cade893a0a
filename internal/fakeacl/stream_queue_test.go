// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// A queue behaves like a slice: first in, first out. Each operation keeps its task, and
// arguments are not overwritten.
func TestQueueProperties(t *testing.T) {
	type entry struct {
		pos  uint64
		args []byte // nil for an operation without a task
	}
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		var want []entry
		pos := uint64(0)
		push := func(args []byte) {
			pos++
			want = append(want, entry{pos, append([]byte(nil), args...)})
			if args == nil {
				q.push(&operation{pos: pos}, nil, nil)
				return
			}
			q.push(&operation{kind: launch, pos: pos}, &task{size: pos}, args)
			clear(args)
		}
		check := func(e entry, o *operation) {
			if o.pos != e.pos || o.instant() != (e.args == nil) {
				t.Fatalf("operation %d, want %d with %x", o.pos, e.pos, e.args)
			}
		}
		checkTask := func(e entry, k *task) {
			if k.size != e.pos || string(k.args.bytes) != string(e.args) {
				t.Fatalf("task of %d with %x, want %d with %x", k.size, k.args.bytes, e.pos, e.args)
			}
		}
		pop := func() {
			check(want[0], q.front())
			if want[0].args != nil {
				checkTask(want[0], q.task())
			}
			q.pop()
			want = want[1:]
		}
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) { push(nil) },
			"push many": func(t *rapid.T) {
				for range rapid.IntRange(1, 3*ringSize).Draw(t, "n") {
					push(nil)
				}
			},
			"push a launch": func(t *rapid.T) {
				push(rapid.SliceOfN(rapid.Byte(), 1, 400).Draw(t, "args"))
			},
			"pop": func(t *rapid.T) {
				for range min(len(want), rapid.IntRange(1, 2*ringSize).Draw(t, "n")) {
					pop()
				}
			},
			"drop": func(t *rapid.T) {
				keep := rapid.IntRange(0, min(1, len(want))).Draw(t, "keep")
				dropped, tasks := want[keep:], want[keep:]
				q.dropAfter(keep, func(o *operation) {
					check(dropped[0], o)
					dropped = dropped[1:]
				}, func(k *task) {
					for tasks[0].args == nil {
						tasks = tasks[1:]
					}
					checkTask(tasks[0], k)
					tasks = tasks[1:]
				})
				assert.Empty(t, dropped)
				for _, e := range tasks {
					assert.Nil(t, e.args)
				}
				want = want[:keep]
			},
			"": func(t *rapid.T) {
				if q.count() != len(want) {
					t.Fatalf("%d operations, want %d", q.count(), len(want))
				}
				if len(want) > 0 {
					check(want[0], q.front())
				}
			},
		})
		for len(want) > 0 {
			pop()
		}
	})
}

// A ring that has had its largest size allocates nothing.
func TestRingsUseTheirPagesAgain(t *testing.T) {
	var r ring[int]
	round := func() {
		for i := range 5 * ringSize {
			*r.push() = i
		}
		for i := range 2 * ringSize {
			if *r.front() != i {
				t.Fatalf("%d, want %d", *r.front(), i)
			}
			r.pop()
		}
		r.dropAfter(1, func(*int) {})
		r.pop()
	}
	round()
	assert.Zero(t, testing.AllocsPerRun(50, round))
}
