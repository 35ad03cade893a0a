// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/hazard"
	checker "github.com/ascend-go/aclpool/internal/hazard"
)

// Accesses of kernels are seen when the kernels run.
func TestLateAccesses(t *testing.T) {
	write := checker.Access{Range: block, Mode: hazard.Write, Argument: 1}
	programs{
		"before what has been enqueued since": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			kernel := r.operation("a", "kernel")
			r.write("a", "write", block)
			r.wait("b", r.record("a"))
			r.read("b", "read", block)
			r.seen(kernel, write)
		}},
		"not before it": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			kernel := r.operation("a", "kernel")
			r.write("b", "write", block)
			r.seen(kernel, write)
		}, want: []string{"write not ordered after a write: write, kernel [0+100]"}},
		"two that one operation is ordered after": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			one, other := r.operation("a", "one"), r.operation("b", "other")
			r.wait("c", r.record("a"))
			r.wait("c", r.record("b"))
			r.write("c", "write", block)
			r.seen(one, write)
			r.seen(other, write)
		}, want: []string{"write not ordered after a write: one, other [0+100]"}},
		"before a free": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			kernel := r.operation("a", "kernel")
			r.free("a", "free", block)
			r.seen(kernel, write)
		}},
		"not before a free": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			kernel := r.operation("a", "kernel")
			r.free("b", "free", block)
			r.seen(kernel, write)
		}, want: []string{"use after free: free, kernel [0+100]"}},
		"before a place that the free is after": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			kernel := r.operation("a", "kernel")
			r.free("b", "free", block, r.record("a"))
			r.seen(kernel, write)
		}},
		"before a free on a stream that waits": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			kernel := r.operation("a", "kernel")
			r.wait("b", r.record("a"))
			r.free("b", "free", block)
			r.seen(kernel, write)
		}},
		"before a place that the free is after, and the free is complete": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			kernel := r.operation("a", "kernel")
			r.free("b", "free", block, r.record("a"))
			r.synchronize("b")
			r.seen(kernel, write)
		}},
		"before the memory was allocated again on another stream": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			kernel := r.operation("a", "kernel")
			r.free("a", "free", block)
			r.wait("b", r.record("a"))
			r.malloc("b", "smaller", at(4096, 10))
			r.seen(kernel, write)
			r.write("b", "write", at(4096, 10))
		}},
		"before the memory was allocated again": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			kernel := r.operation("a", "kernel")
			r.free("a", "free", block)
			r.malloc("a", "smaller", at(4096, 10))
			r.seen(kernel, write)
			r.read("a", "read", at(4096, 10))
		}, want: []string{"read of bytes never written: smaller, read [0+10]"}},
	}.test(t)
}

// A use that is seen after the free was called, which came after the use, makes the free wrong. A
// use that came after the free is wrong itself.
func TestLateUseAndFreeByTheirCalls(t *testing.T) {
	for name, tt := range map[string]struct {
		use, free uint64
		want      string
	}{
		"free called later":   {use: 1, free: 2, want: "free not ordered after a use: kernel, free [0+8]"},
		"free called earlier": {use: 2, free: 1, want: "use after free: free, kernel [0+8]"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig()
			r.malloc("", "malloc", at(64, 8))
			kernel := r.operation("a", "kernel")
			kernel.Call = tt.use
			free := r.operation("", "free")
			free.Call = tt.free
			assert.Empty(t, r.Freed(at(64, 8), free, nil))
			r.seen(kernel, checker.Access{Range: at(64, 8), Mode: hazard.ReadWrite})
			assert.Equal(t, []string{tt.want}, texts(r.found))
		})
	}
}

// Memory that is gone leaves nothing behind at its addresses.
func TestGone(t *testing.T) {
	r := newRig()
	r.malloc("a", "malloc", at(64, 8))
	r.write("a", "write", at(64, 8))
	r.Gone(at(0, 1024))
	r.write("b", "other", at(64, 16))
	assert.Empty(t, r.found)
}
