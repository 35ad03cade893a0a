// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// The table behaves like a map, for handles far apart and adjacent ones.
func TestObjectsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type thing struct{ n int }
		var o objects[uintptr, thing]
		want := map[uintptr]*thing{}
		some := func(t *rapid.T) uintptr {
			return uintptr(rapid.OneOf(rapid.Uint64Range(1, 40), rapid.Uint64Range(1, 1<<40)).Draw(t, "number")<<serialShift | 7)
		}
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				if h := some(t); want[h] == nil {
					want[h] = &thing{len(want)}
					o.put(h, want[h])
				}
			},
			"remove": func(t *rapid.T) {
				h := some(t)
				if len(want) > 0 && rapid.Bool().Draw(t, "one that is there") {
					for h = range want {
						break
					}
				}
				delete(want, h)
				o.remove(h)
			},
			"": func(t *rapid.T) {
				h := some(t)
				assert.Same(t, want[h], o.get(h))
				assert.Equal(t, len(want), o.len)
				for h, v := range want {
					assert.Same(t, v, o.get(h))
				}
				found := map[*thing]bool{}
				for v := range o.all() {
					found[v] = true
				}
				assert.Len(t, found, len(want))
			},
		})
	})
}

// A removal walks to the end of a run of slots. Runs stay short, whichever kinds of objects
// take turns in counting the handles up.
func TestObjectsRunsAreShort(t *testing.T) {
	for stride := range uintptr(20) {
		var o objects[uintptr, int]
		for n := range uintptr(1 << 17) {
			o.put(n*(stride+1)<<serialShift|7, new(int))
		}
		run, longest := 0, 0
		for _, s := range o.slots {
			if run++; s.value == nil {
				run = 0
			}
			longest = max(longest, run)
		}
		assert.LessOrEqual(t, longest, 50, "every %d", stride+1)
	}
}
