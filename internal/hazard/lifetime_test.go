// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/ascend-go/aclpool/hazard"
)

func TestLifetimes(t *testing.T) {
	programs{
		"use after free": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.free("a", "free", block)
			r.write("a", "write", block)
		}, want: []string{"use after free: free, write [0+100]"}},
		"use on another stream, not ordered after the free": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.free("a", "free", block)
			r.use("b", "kernel", hazard.None, at(4096, 0))
		}, want: []string{"use after free: free, kernel"}},
		"use by the host after free": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.free("", "free", block)
			r.write("", "copy", block)
		}, want: []string{"use after free: free, copy [0+100]"}},
		"second free": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.free("a", "free", block)
			r.free("b", "again", block)
		}, want: []string{"second free: free, again"}},
		"use not ordered after the allocation": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("b", "write", at(4100, 4))
		}, want: []string{"use not ordered after the allocation: malloc, write [4+4]"}},
		"free not ordered after the allocation": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.free("b", "free", block)
		}, want: []string{"use not ordered after the allocation: malloc, free [0+100]"}},
		"free not ordered after a use, nor the allocation": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "write", block)
			r.free("b", "free", block)
		}, want: []string{
			"free not ordered after a use: write, free [0+100]",
			"use not ordered after the allocation: malloc, free [0+100]",
		}},
		"free not ordered after uses": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "write", at(4096, 50))
			r.wait("b", r.record("a"))
			r.read("a", "read", at(4096, 10))
			r.use("c", "kernel", hazard.None, at(4096, 0))
			r.free("b", "free", block)
		}, want: []string{
			"free not ordered after a use: read, free [0+10] up to 1",
			"free not ordered after a use: kernel, free",
		}},
		"free after places": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "write", block)
			written := r.record("a")
			r.wait("b", written)
			r.read("b", "read", block)
			r.wait("c", written)
			r.use("c", "kernel", hazard.None, at(4096, 0))
			r.free("a", "free", block, r.record("b"), r.record("c"))
		}},
		"free after a place that is too early": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("b", "write", block)
			early := r.record("b")
			r.read("b", "read", block)
			r.free("a", "free", block, early)
		}, want: []string{"free not ordered after a use: read, free [0+100] up to 1"}},
		"a use after the free was taken back": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "write", block)
			r.free("a", "free", block)
			r.Restored(block)
			r.read("a", "read", block)
			r.read("b", "other", block)
			r.free("a", "again", block)
		}, want: []string{
			"read not ordered after a write: write, other [0+100]",
			"free not ordered after a use: other, again [0+100]",
		}},
		"a second free that failed": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.free("a", "free", block)
			r.free("a", "again", block)
			r.Restored(block)
			r.write("a", "write", block)
		}, want: []string{"second free: free, again", "use after free: free, write [0+100]"}},
		"memory allocated again": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "write", block)
			r.free("a", "free", block)
			r.malloc("b", "again", at(4100, 20))
			r.write("b", "new", at(4100, 20))
			r.write("b", "in what is left of the old block", at(4120, 4))
		}, want: []string{"use beyond the end of a block: again, in what is left of the old block [20+4]"}},
		"what is left of memory allocated again is unknown": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "write", block)
			r.free("a", "free", block)
			r.malloc("b", "again", at(4096, 10))
			r.read("c", "behind", at(4160, 10))
		}},
		"host memory closed during a copy": {run: func(r *rig) {
			r.malloc("", "pin", pinned(4096, 100))
			r.read("a", "upload", pinned(4096, 100))
			r.free("", "close", pinned(4096, 100))
		}, want: []string{"free not ordered after a use: upload, close [0+100]"}},
		"unknown memory": {run: func(r *rig) {
			r.free("a", "free", block)
			r.Restored(block)
			r.use("a", "kernel", hazard.None, at(4096, 0))
			r.read("a", "read", block)
		}},
		"free of an address inside": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.free("a", "free", at(4097, 1))
			r.write("a", "write", block)
		}},
	}.test(t)
}
