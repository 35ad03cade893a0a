// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/ascend-go/aclpool/hazard"
	checker "github.com/ascend-go/aclpool/internal/hazard"
)

func TestConflicts(t *testing.T) {
	programs{
		"one stream": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "fill", block)
			r.read("a", "copy", block)
			r.write("a", "fill again", block)
			r.free("a", "free", block)
		}},
		"two writes": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "first", block)
			r.write("b", "second", block)
		}, want: []string{"write not ordered after a write: first, second [0+100]"}},
		"read and write": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "write", block)
			r.read("a", "read", at(4096, 10))
			r.write("b", "other", at(4100, 10))
		}, want: []string{
			"write not ordered after a write: write, other [4+10]",
			"write not ordered after a read: read, other [4+6]",
		}},
		"write and read": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "write", block)
			r.read("b", "read", block)
		}, want: []string{"read not ordered after a write: write, read [0+100]"}},
		"many readers": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "load weights", block)
			loaded := r.record("a")
			for _, s := range []string{"b", "c", "d"} {
				r.wait(s, loaded)
				r.read(s, "read "+s, block)
			}
			for _, s := range []string{"b", "d"} {
				r.wait("a", r.record(s))
			}
			r.write("a", "load others", block)
		}, want: []string{"write not ordered after a read: read c, load others [0+100]"}},
		"read and write in one": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.use("a", "first", hazard.ReadWrite, block)
			r.use("b", "second", hazard.ReadWrite, block)
		}, want: []string{"write not ordered after a write: first, second [0+100]"}},
		"two halves": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "lower", at(4096, 50))
			r.write("b", "upper", at(4146, 50))
			r.read("a", "read lower", at(4096, 50))
			r.read("b", "read upper", at(4146, 50))
		}},
		"one byte in common": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "lower", at(4096, 51))
			r.write("b", "upper", at(4146, 50))
		}, want: []string{"write not ordered after a write: lower, upper [50+1]"}},
		"a wait": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "write", block)
			r.wait("b", r.record("a"))
			r.read("b", "read", block)
		}},
		"a wait for less": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "first", block)
			event := r.record("a")
			r.write("a", "second", block)
			r.wait("b", event)
			r.read("b", "read", block)
		}, want: []string{"read not ordered after a write: second, read [0+100] up to 1"}},
		"an event recorded twice": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "first", block)
			r.record("a")
			r.write("a", "second", block)
			event := r.record("a")
			r.wait("b", event)
			r.read("b", "read", block)
		}},
		"by a third stream": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "write", block)
			r.wait("b", r.record("a"))
			r.wait("c", r.record("b"))
			r.read("c", "read", block)
		}},
		"the middle stream has waited too early": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.wait("b", r.record("a"))
			r.write("a", "write", block)
			r.wait("c", r.record("b"))
			r.read("c", "read", block)
		}, want: []string{"read not ordered after a write: write, read [0+100]"}},
		"a synchronize": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "write", block)
			r.synchronize("a")
			r.read("b", "read", block)
			r.read("", "copy", block)
		}, want: nil},
		"a synchronize of less": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "first", block)
			r.synchronize("a")
			r.write("a", "second", block)
			r.read("", "copy", block)
		}, want: []string{"read not ordered after a write: second, copy [0+100] up to 1"}},
		"a call of the host": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("", "copy", block)
			r.read("a", "read", block)
			r.write("", "copy again", at(4096, 1))
		}, want: []string{"write not ordered after a read: read, copy again [0+1]"}},
		"pinned memory": {run: func(r *rig) {
			r.malloc("", "pin", pinned(4096, 100))
			r.malloc("", "malloc", block)
			r.write("a", "device", block)
			r.read("b", "upload", pinned(4096, 100))
			r.write("a", "download", pinned(4096, 10))
		}, want: []string{"write not ordered after a read: upload, download [0+10]"}},
		"one kernel uses memory twice": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.launch("a", "kernel",
				checker.Access{Range: block, Mode: hazard.Read}, checker.Access{Range: block, Mode: hazard.ReadWrite})
		}},
		"memory of others": {run: func(r *rig) {
			r.write("a", "write", at(100, 50))
			r.read("b", "read", at(140, 20))
			r.read("b", "elsewhere", at(150, 20))
		}, want: []string{"read not ordered after a write: write, read [0+10]"}},
		"from memory of others into a block": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "write", block)
			r.read("b", "read", at(4000, 100))
		}, want: []string{"read not ordered after a write: write, read [96+4]"}},
		"parts are joined in a report": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("a", "write", block)
			r.read("a", "read", at(4100, 10))
			r.read("b", "other", block)
		}, want: []string{"read not ordered after a write: write, other [0+100]"}},
	}.test(t)
}
