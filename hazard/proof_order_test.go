// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/kernel"
)

// Two operations that use the same bytes, one of which writes.
func TestConflicts(t *testing.T) {
	prove(t, map[string]proof{
		"two streams fill a block": violates(hazard.WriteAfterWrite, func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(x.Fill(r.a, 1)) // first
			r.ok(x.Fill(r.b, 2)) // second
		}),
		"two streams fill a block in order": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(x.Fill(r.b, 2))
		}),
		"one stream fills a block twice": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.ok(x.Fill(r.a, 2))
		}),
		"a copy to the host beside a fill": violates(hazard.ReadAfterWrite, func(r *run) {
			x, h := r.buffer(), r.host()
			r.order(r.a, r.b)
			r.ok(x.Fill(r.a, 1))   // first
			r.ok(x.CopyTo(r.b, h)) // second
		}),
		"a copy to the host after a fill": keeps(func(r *run) {
			x, h := r.buffer(), r.host()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(x.CopyTo(r.b, h))
		}),
		"a fill beside a copy to the host": violates(hazard.WriteAfterRead, func(r *run) {
			x, h := r.buffer(), r.host()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(x.CopyTo(r.a, h)) // first
			r.ok(x.Fill(r.b, 2))   // second
		}),
		"a fill after a copy to the host": keeps(func(r *run) {
			x, h := r.buffer(), r.host()
			r.ok(x.Fill(r.a, 1))
			r.ok(x.CopyTo(r.a, h))
			r.order(r.a, r.b)
			r.ok(x.Fill(r.b, 2))
		}),
		"two streams read a block": keeps(func(r *run) {
			x, y, z := r.buffer(), r.buffer(), r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(r.a.Copy(y.View(), x.View()))
			r.ok(r.b.Copy(z.View(), x.View()))
		}),
		"a write knows one of two readers": violates(hazard.WriteAfterRead, func(r *run) {
			x, y, z := r.buffer(), r.buffer(), r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.order(r.a, r.c)
			r.ok(r.a.Copy(y.View(), x.View()))
			r.ok(r.b.Copy(z.View(), x.View())) // first
			r.order(r.a, r.c)
			r.ok(x.Fill(r.c, 2)) // second
		}),
		"a write knows both readers": keeps(func(r *run) {
			x, y, z := r.buffer(), r.buffer(), r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(r.a.Copy(y.View(), x.View()))
			r.ok(r.b.Copy(z.View(), x.View()))
			r.order(r.a, r.c)
			r.order(r.b, r.c)
			r.ok(x.Fill(r.c, 2))
		}),
		"two halves of a block": keeps(func(r *run) {
			x := r.buffer()
			low, high := r.slice(x, 0, elements/2), r.slice(x, elements/2, elements)
			r.order(r.a, r.b)
			r.ok(low.Fill(r.a, 1))
			r.ok(high.Fill(r.b, 2))
		}),
		"two parts that share an element": violates(hazard.WriteAfterWrite, func(r *run) {
			x := r.buffer()
			low, high := r.slice(x, 0, elements/2+1), r.slice(x, elements/2, elements)
			r.order(r.a, r.b)
			r.ok(low.Fill(r.a, 1))  // first
			r.ok(high.Fill(r.b, 2)) // second
		}),
		"the source of a copy is written beside it": violates(hazard.WriteAfterRead, func(r *run) {
			x, y := r.buffer(), r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(r.a.Copy(y.View(), x.View())) // first
			r.ok(x.Fill(r.b, 2))               // second
		}),
		"the destination of a copy is written beside it": violates(hazard.WriteAfterWrite, func(r *run) {
			x, y := r.buffer(), r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(r.a.Copy(y.View(), x.View())) // first
			r.ok(y.Fill(r.b, 2))               // second
		}),
		"a slice is copied beside a kernel": violates(hazard.WriteAfterWrite, func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(x.CopyFromSlice(r.ctx, r.a, make([]int32, elements))) // first
			r.ok(r.add.Launch(r.b, 1, kernel.Args(x.Arg())))           // second
		}),
		"a result is read from the wrong stream": violates(hazard.ReadAfterWrite, func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(r.add.Launch(r.a, 1, kernel.Args(x.Arg())))         // first
			r.ok(x.CopyToSlice(r.ctx, r.b, make([]int32, elements))) // second
		}),
		"a result is read from the stream of the kernel": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.CopyFromSlice(r.ctx, r.a, make([]int32, elements)))
			r.ok(r.add.Launch(r.a, 1, kernel.Args(x.Arg())))
			r.ok(x.CopyToSlice(r.ctx, r.a, make([]int32, elements)))
		}),
	})
}

// Kernels read what they get by ReadArg, and read and write what they get by Arg.
func TestKernels(t *testing.T) {
	prove(t, map[string]proof{
		"two kernels write": violates(hazard.WriteAfterWrite, func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(r.add.Launch(r.a, 1, kernel.Args(x.Arg()))) // first
			r.ok(r.add.Launch(r.b, 1, kernel.Args(x.Arg()))) // second
		}),
		"two kernels read weights": keeps(func(r *run) {
			x, y, z := r.buffer(), r.buffer(), r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(r.add.Launch(r.a, 1, kernel.Args(x.ReadArg(), y.Arg())))
			r.ok(r.add.Launch(r.b, 1, kernel.Args(x.ReadArg(), z.Arg())))
		}),
		"a kernel reads what another writes": violates(hazard.ReadAfterWrite, func(r *run) {
			x, y := r.buffer(), r.buffer()
			r.order(r.a, r.b)
			r.ok(r.add.Launch(r.a, 1, kernel.Args(x.Arg())))              // first
			r.ok(r.add.Launch(r.b, 1, kernel.Args(x.ReadArg(), y.Arg()))) // second
		}),
		"a kernel writes what another reads": violates(hazard.WriteAfterRead, func(r *run) {
			x, y := r.buffer(), r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(r.add.Launch(r.a, 1, kernel.Args(x.ReadArg(), y.Arg()))) // first
			r.ok(r.add.Launch(r.b, 1, kernel.Args(x.Arg())))              // second
		}),
		"two kernels on parts": keeps(func(r *run) {
			x := r.buffer()
			low, high := r.slice(x, 0, elements/2), r.slice(x, elements/2, elements)
			r.order(r.a, r.b)
			r.ok(r.add.Launch(r.a, 1, kernel.Args(low.Arg())))
			r.ok(r.add.Launch(r.b, 1, kernel.Args(high.Arg())))
		}),
		"arguments in device memory are written beside the launch": violates(hazard.WriteAfterRead, func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 0))
			r.order(r.a, r.b)
			r.ok(r.add.LaunchWithDeviceArgs(r.a, 1, x.View())) // first
			r.ok(x.Fill(r.b, 1))                               // second
		}),
		"one kernel gets a block twice": keeps(func(r *run) {
			x := r.buffer()
			r.ok(r.add.Launch(r.a, 1, kernel.Args(x.Arg(), x.Arg())))
		}),
	})
}

// What orders operations, and what does not.
func TestEdges(t *testing.T) {
	prove(t, map[string]proof{
		"the stream in the middle waits too early": violates(hazard.WriteAfterWrite, func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(x.Fill(r.a, 1)) // first
			r.order(r.b, r.c)
			r.ok(x.Fill(r.c, 2)) // second
		}),
		"the stream in the middle passes the order on": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.order(r.b, r.c)
			r.ok(x.Fill(r.c, 2))
		}),
		"the last stream waits before the middle one does": violates(hazard.WriteAfterWrite, func(r *run) {
			x := r.buffer()
			r.order(r.a, r.c)
			r.ok(x.Fill(r.a, 1)) // first
			r.order(r.b, r.c)
			r.order(r.a, r.b)
			r.ok(x.Fill(r.c, 2)) // second
		}),
		"a wait for the first of two records": violates(hazard.WriteAfterWrite, func(r *run) {
			x := r.buffer()
			r.ok(r.a.Record(r.e))
			r.ok(r.b.WaitEvent(r.e))
			r.ok(x.Fill(r.a, 1)) // first
			r.ok(r.a.Record(r.e))
			r.ok(x.Fill(r.b, 2)) // second
		}),
		"a wait for the second of two records": keeps(func(r *run) {
			x := r.buffer()
			r.ok(r.a.Record(r.e))
			r.ok(x.Fill(r.a, 1))
			r.ok(r.a.Record(r.e))
			r.ok(r.b.WaitEvent(r.e))
			r.ok(x.Fill(r.b, 2))
		}),
		"an event that is recorded anew on another stream": violates(hazard.WriteAfterWrite, func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(x.Fill(r.a, 1)) // first
			r.ok(r.a.Record(r.e))
			r.ok(r.c.Record(r.e))
			r.ok(r.b.WaitEvent(r.e))
			r.ok(x.Fill(r.b, 2)) // second
		}),
		"work after the record": violates(hazard.WriteAfterWrite, func(r *run) {
			x := r.buffer()
			r.ok(r.a.Record(r.e))
			r.ok(x.Fill(r.a, 1)) // first
			r.ok(r.b.WaitEvent(r.e))
			r.ok(x.Fill(r.b, 2)) // second
		}),
		"the wait comes after the use": violates(hazard.WriteAfterWrite, func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(x.Fill(r.a, 1)) // first
			r.ok(r.a.Record(r.e))
			r.ok(x.Fill(r.b, 2)) // second
			r.ok(r.b.WaitEvent(r.e))
		}),
		"the host waits for the stream": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.ok(r.a.Synchronize(r.ctx))
			r.ok(x.Fill(r.b, 2))
		}),
		"the host waits for another stream": violates(hazard.WriteAfterWrite, func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(x.Fill(r.a, 1)) // first
			r.ok(r.b.Synchronize(r.ctx))
			r.ok(x.Fill(r.b, 2)) // second
		}),
		"the host waits for an event": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.ok(r.a.Record(r.e))
			r.ok(r.e.Synchronize(r.ctx))
			r.ok(x.Fill(r.b, 2))
		}),
		"the host waits for the device": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.ok(r.dev.Synchronize(r.ctx))
			r.ok(x.Fill(r.b, 2))
		}),
		"the host waits for a stream that has waited": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(r.b.Synchronize(r.ctx))
			r.ok(x.Fill(r.c, 2))
		}),
		"a stream that has closed": keeps(func(r *run) {
			x := r.buffer()
			s := acltestStream(r)
			r.order(r.a, s)
			r.ok(x.Fill(s, 1))
			r.ok(s.Close(r.ctx))
			r.ok(x.Fill(r.b, 2))
		}),
		"a wait for an event that was never recorded": violates(hazard.UnrecordedWait, func(r *run) {
			err := r.a.WaitEvent(r.e) // second
			notRecorded(r, err)
		}),
	})
}
