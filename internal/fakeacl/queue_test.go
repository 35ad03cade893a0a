// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// The queue against a slice: first in, first out, and arguments that nobody overwrites.
func TestQueueProperties(t *testing.T) {
	type entry struct {
		pos  uint64
		args []byte
	}
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		var want []entry
		pos := uint64(0)
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				pos++
				args := rapid.SliceOfN(rapid.Byte(), 0, 400).Draw(t, "args")
				want = append(want, entry{pos, append([]byte(nil), args...)})
				q.push(&operation{pos: pos}, args)
				clear(args)
			},
			"pop": func(t *rapid.T) {
				if len(want) > 0 {
					q.pop()
					want = want[1:]
				}
			},
			"drop": func(t *rapid.T) {
				keep := rapid.IntRange(0, min(1, len(want))).Draw(t, "keep")
				var dropped []uint64
				q.dropAfter(keep, func(o *operation) { dropped = append(dropped, o.pos) })
				assert.Len(t, dropped, len(want)-keep)
				assert.IsIncreasing(t, append([]uint64{0}, dropped...))
				want = want[:keep]
			},
			"": func(t *rapid.T) {
				if q.count != len(want) {
					t.Fatalf("%d operations, want %d", q.count, len(want))
				}
				for i, w := range want {
					o := q.at(i)
					if o.pos != w.pos || string(o.args.bytes) != string(w.args) {
						t.Fatalf("operation %d is %d with %x, want %d with %x", i, o.pos, o.args.bytes, w.pos, w.args)
					}
				}
			},
		})
	})
}
