// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

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
