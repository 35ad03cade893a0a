// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

// part is the argument of a kernel that gets an address without a size.
type part struct {
	Ptr acl.DevicePtr
	N   int32
}

func (r *run) args(b mempool.Buffer[int32], n int) kernel.ArgList {
	r.Helper()
	args, err := kernel.Struct(&part{b.Ptr(), int32(n)})
	r.ok(err)
	return args
}

// write is a kernel that writes the elements of a part.
func (r *run) write() *kernel.Function {
	return acltest.Kernel(r, r.dev, func(c *sim.Call) error {
		p := sim.ReadStruct[part](c.Args())
		x, err := sim.Slice[int32](c, p.Ptr, int(p.N))
		for i := range x {
			x[i]++
		}
		return err
	})
}

// read is a kernel that reads the elements of a part.
func (r *run) read() *kernel.Function {
	return acltest.Kernel(r, r.dev, func(c *sim.Call) error {
		p := sim.ReadStruct[part](c.Args())
		_, err := sim.ReadSlice[int32](c, p.Ptr, int(p.N))
		return err
	})
}

// What a kernel gets by an address alone is checked when it runs, by the order in which it was
// enqueued. What it only reads must not change.
func TestWhatKernelsUse(t *testing.T) {
	acltest.RequireGoMachine(t) // a library in C does not watch its kernels
	prove(t, map[string]proof{
		"an address in a struct, written on two streams": violates(hazard.WriteAfterWrite, func(r *run) {
			x, write := r.buffer(), r.write()
			r.order(r.a, r.b)
			r.ok(x.Fill(r.a, 1))                            // first
			r.ok(write.Launch(r.b, 1, r.args(x, elements))) // second
		}),
		"an address in a struct, written in order": keeps(func(r *run) {
			x, write := r.buffer(), r.write()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(write.Launch(r.b, 1, r.args(x, elements)))
		}),
		"two parts by address": keeps(func(r *run) {
			x, write := r.buffer(), r.write()
			high := r.slice(x, elements/2, elements)
			r.order(r.a, r.b)
			r.ok(write.Launch(r.a, 1, r.args(x, elements/2)))
			r.ok(high.Fill(r.b, 1))
		}),
		"two readers by address": keeps(func(r *run) {
			x, read := r.buffer(), r.read()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(read.Launch(r.a, 1, r.args(x, elements)))
			r.ok(read.Launch(r.b, 1, r.args(x, elements)))
		}),
		"B49: one element too many": violates(hazard.OutOfBounds, func(r *run) {
			write := r.write()
			x, err := mempool.NewBuffer[int32](r.pool, r.a, elements) // first
			r.ok(err)
			r.ok(write.Launch(r.a, 1, r.args(x, elements+1))) // second
		}),
		"a write to what is only read": violates(hazard.Changed, func(r *run) {
			x := r.buffer()
			write := acltest.Kernel(r, r.dev, func(c *sim.Call) error {
				x, err := sim.Slice[int32](c, sim.ReadArg[acl.DevicePtr](c.Args()), elements)
				for i := range x {
					x[i]++
				}
				return err
			})
			r.ok(x.Fill(r.a, 1))
			r.ok(write.Launch(r.a, 1, kernel.Args(x.ReadArg()))) // second
		}),
		"a write to one of two arguments": keeps(func(r *run) {
			x, y := r.buffer(), r.buffer()
			double := acltest.Kernel(r, r.dev, func(c *sim.Call) error {
				args := c.Args()
				from, err := sim.ReadSlice[int32](c, sim.ReadArg[acl.DevicePtr](args), elements)
				require.NoError(r, err)
				to, err := sim.Slice[int32](c, sim.ReadArg[acl.DevicePtr](args), elements)
				for i := range to {
					to[i] = 2 * from[i]
				}
				return err
			})
			r.ok(x.Fill(r.a, 1))
			r.ok(double.Launch(r.a, 1, kernel.Args(x.ReadArg(), y.Arg())))
			r.ok(double.Launch(r.a, 1, kernel.Args(y.ReadArg(), y.Arg()))) // in place
		}),
		"pinned memory changes before it is copied": violates(hazard.Changed, func(r *run) {
			x, h := r.buffer(), r.host()
			gate := acltest.Hold(r, r.a)
			r.ok(x.CopyFrom(r.a, h)) // second
			h.Slice()[0] = 7
			gate.Release()
		}),
		"pinned memory changes after it was copied": keeps(func(r *run) {
			x, h := r.buffer(), r.host()
			r.ok(x.CopyFrom(r.a, h))
			r.ok(r.a.Synchronize(r.ctx))
			h.Slice()[0] = 7
		}),
	})
}
