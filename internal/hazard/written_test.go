// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/ascend-go/aclpool/hazard"
	checker "github.com/ascend-go/aclpool/internal/hazard"
)

func TestBounds(t *testing.T) {
	programs{
		"into the rounding": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "write", at(4186, 20))
			r.read("a", "read", at(4186, 10))
		}, want: []string{"use beyond the end of a block: malloc, write [100+10]"}},
		"in the rounding": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "write", at(4200, 4))
		}, want: []string{"use beyond the end of a block: malloc, write [104+4]"}},
		"behind the rounding": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "write", at(4096+128, 4))
		}},
		"into the next block": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.malloc("", "next", at(4096+128, 100))
			r.write("b", "in the next", at(4096+128, 100))
			r.write("a", "write", at(4096, 200))
		}, want: []string{"use beyond the end of a block: malloc, write [100+100]"}},
		"a block without bytes": {run: func(r *rig) {
			r.malloc("a", "malloc", at(4096, 0))
			r.write("a", "nothing", at(4096, 0))
			r.write("a", "a byte", at(4096, 1))
			r.free("a", "free", at(4096, 0))
		}, want: []string{"use beyond the end of a block: malloc, a byte [0+1]"}},
		"to the end of the addresses": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "write", at(4096, 1<<64-1))
			r.write("b", "elsewhere", at(1<<63, 1<<63))
			r.read("a", "the same", at(1<<64-2, 1))
		}, want: []string{
			"use beyond the end of a block: malloc, write [100+18446744073709547419]",
			"read not ordered after a write: elsewhere, the same [0+1]",
		}},
	}.test(t)
}

func TestUnwritten(t *testing.T) {
	read := func(r *rig, name string, m checker.Range) {
		r.launch("a", name, checker.Access{Range: m, Mode: hazard.Read})
	}
	programs{
		"copy": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "write", at(4096, 50))
			r.read("a", "written", at(4096, 50))
			r.read("a", "copy", at(4136, 50))
		}, want: []string{"read of bytes never written: malloc, copy [50+40]"}},
		"kernel": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "write", at(4096, 50))
			read(r, "partly written", block)
			read(r, "kernel", at(4146, 50))
		}, want: []string{"read of bytes never written: malloc, kernel [50+50]"}},
		"parts of memory that a kernel has read": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("", "lower", at(4096, 50))
			read(r, "kernel", block)
			r.read("a", "lower half", at(4096, 50))
			r.read("a", "upper half", at(4146, 50))
		}, want: []string{
			"use not ordered after the allocation: malloc, lower [0+50]",
			"read of bytes never written: malloc, upper half [50+50]",
		}},
		"a kernel may have written": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.use("a", "kernel", hazard.None, at(4096, 0))
			r.read("a", "copy", block)
		}},
		"the program may have written": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.Exposed(at(4100, 0))
			r.Exposed(at(100, 0))
			r.read("a", "copy", block)
		}},
		"pinned memory": {run: func(r *rig) {
			r.malloc("", "pin", pinned(4096, 100))
			r.read("a", "upload", pinned(4096, 100))
		}},
		"memory allocated again": {run: func(r *rig) {
			r.malloc("a", "malloc", block)
			r.write("a", "write", block)
			r.free("a", "free", block)
			r.malloc("a", "again", block)
			r.read("a", "read", block)
		}, want: []string{"read of bytes never written: again, read [0+100]"}},
		"written by the host, and forgotten": {run: func(r *rig) {
			r.malloc("", "malloc", block)
			r.write("", "copy", at(4096, 10))
			r.read("a", "read", at(4096, 10))
			r.synchronize("a")
			r.write("", "copy", at(4106, 90))
			r.read("a", "all", block)
		}},
		"of memory of others nothing is known": {run: func(r *rig) {
			r.read("a", "read", block)
		}},
	}.test(t)
}
