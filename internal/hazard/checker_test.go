// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/hazard"
	checker "github.com/ascend-go/aclpool/internal/hazard"
)

// programs are small programs with the violations that they have.
type programs map[string]struct {
	run  func(r *rig)
	want []string
}

func (p programs) test(t *testing.T) {
	for name, tt := range p {
		t.Run(name, func(t *testing.T) {
			if tt.want == nil {
				tt.want = []string{}
			}
			for _, forget := range []bool{false, true} {
				r := newRig()
				r.forget = forget
				tt.run(r)
				assert.Equal(t, tt.want, texts(r.found))
				r.Close()
				assert.Zero(t, r.Kept())
			}
		})
	}
}

var block = at(4096, 100)

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
			event := r.record("a")
			r.write("a", "second", block)
			event = r.record("a")
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
