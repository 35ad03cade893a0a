// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// table is a kernel that adds 1 to the elements of the buffers whose addresses are in its
// argument.
func (r *run) table(n int) *kernel.Function {
	return acltest.Kernel(r, r.dev, func(c *sim.Call) error {
		all, err := sim.ReadSlice[acl.DevicePtr](c, sim.ReadArg[acl.DevicePtr](c.Args()), n)
		for _, p := range all {
			x, err := sim.Slice[int32](c, p, elements)
			if err != nil {
				return err
			}
			for i := range x {
				x[i] = 1
			}
		}
		return err
	})
}

// Programs whose order, or whose writes, the checks cannot see, or see late.
func TestUnseenIsNotReported(t *testing.T) {
	acltest.RequireGoMachine(t)
	prove(t, map[string]proof{
		"pinned memory that the stream fills before it is read": keeps(func(r *run) {
			x, y, h := r.buffer(), r.buffer(), r.host()
			r.ok(x.Fill(r.a, 1))
			g := acltest.Hold(r, r.a)
			r.ok(x.CopyTo(r.a, h))
			r.ok(y.CopyFrom(r.a, h))
			g.Release()
			r.ok(r.a.Synchronize(r.ctx))
		}),
		"pinned memory that another stream fills before it is read": keeps(func(r *run) {
			x, y, h := r.buffer(), r.on(r.b), r.host()
			r.ok(x.Fill(r.a, 1))
			g := acltest.Hold(r, r.a)
			r.ok(x.CopyTo(r.a, h))
			r.order(r.a, r.b)
			r.ok(y.CopyFrom(r.b, h))
			g.Release()
			r.ok(r.b.Synchronize(r.ctx))
		}),
		"memory that is reused by a wait of the driver, before the kernel that used it has run": keeps(func(r *run) {
			pool := acltest.Pool(r, r.dev, mempool.Config{Name: "int", MaxSize: 2 << 20, Reuse: mempool.Reuse{Internal: true}})
			write := r.write()
			x, err := mempool.NewBuffer[int32](pool, r.a, elements)
			r.ok(err)
			g := acltest.Hold(r, r.a)
			r.ok(write.Launch(r.a, 1, r.args(x, elements)))
			r.ok(x.FreeAsync(r.a))
			y, err := mempool.NewBuffer[int32](pool, r.b, elements)
			r.ok(err)
			require.Equal(r, x.Ptr(), y.Ptr())
			r.ok(y.Fill(r.b, 1))
			g.Release()
			r.ok(r.b.Synchronize(r.ctx))
			r.ok(r.a.Synchronize(r.ctx))
			r.ok(y.FreeAsync(r.b))
		}),
		"a table of addresses": keeps(func(r *run) {
			x, y, h := r.buffer(), r.buffer(), r.host()
			tab, err := mempool.NewBuffer[acl.DevicePtr](r.pool, r.a, 2)
			r.ok(err)
			add := r.table(2)
			r.ok(tab.CopyFromSlice(r.ctx, r.a, []acl.DevicePtr{x.Ptr(), y.Ptr()}))
			g := acltest.Hold(r, r.a)
			r.ok(add.Launch(r.a, 1, kernel.Args(tab.ReadArg())))
			r.ok(x.CopyTo(r.a, h))
			g.Release()
			r.ok(r.a.Synchronize(r.ctx))
		}),
		"an address as a number": keeps(func(r *run) {
			x, h := r.buffer(), r.host()
			add := acltest.Kernel(r, r.dev, func(c *sim.Call) error {
				x, err := sim.Slice[int32](c, acl.DevicePtr(c.Args().Uint64()), elements)
				for i := range x {
					x[i] = 1
				}
				return err
			})
			g := acltest.Hold(r, r.a)
			r.ok(add.Launch(r.a, 1, kernel.Args(kernel.Uint64(uint64(x.Ptr())))))
			r.ok(x.CopyTo(r.a, h))
			g.Release()
			r.ok(r.a.Synchronize(r.ctx))
		}),
		"a kernel that works in place, by address": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 1))
			add := acltest.Kernel(r, r.dev, func(c *sim.Call) error {
				p := sim.ReadArg[acl.DevicePtr](c.Args())
				in, err := sim.ReadSlice[int32](c, p, elements)
				if err != nil {
					return err
				}
				out, err := sim.Slice[int32](c, p, elements)
				for i := range out {
					out[i] = in[i] + 1
				}
				return err
			})
			r.ok(add.Launch(r.a, 1, kernel.Args(kernel.Ptr(x.Ptr()))))
			r.ok(r.a.Synchronize(r.ctx))
		}),
		"a kernel that works in place, by two arguments": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 1))
			add := acltest.Kernel(r, r.dev, func(c *sim.Call) error {
				args := c.Args()
				in, err := sim.ReadSlice[int32](c, args.Ptr(), elements)
				if err != nil {
					return err
				}
				out, err := sim.Slice[int32](c, args.Ptr(), elements)
				for i := range out {
					out[i] = in[i] + 1
				}
				return err
			})
			r.ok(add.Launch(r.a, 1, kernel.Args(x.ReadArg(), x.Arg())))
			r.ok(r.a.Synchronize(r.ctx))
		}),
		"a kernel that works in place on half": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 1))
			add := acltest.Kernel(r, r.dev, func(c *sim.Call) error {
				args := c.Args()
				in, err := sim.ReadSlice[int32](c, args.Ptr(), elements)
				if err != nil {
					return err
				}
				out, err := sim.Slice[int32](c, args.Ptr(), elements/2)
				for i := range out {
					out[i] = in[i] + 1
				}
				return err
			})
			r.ok(add.Launch(r.a, 1, kernel.Args(x.ReadArg(), r.slice(x, elements/2, elements).Arg())))
			r.ok(r.a.Synchronize(r.ctx))
		}),
		"memory of other code where memory was freed": keeps(func(r *run) {
			m, err := r.dev.Malloc(4096)
			r.ok(err)
			at := m.Ptr()
			r.ok(m.Close())
			d := (*opaque.Device)(r.dev).Inner()
			p, st := d.Driver.Malloc(d.Context, 4096, driver.MallocHugeFirst)
			require.True(r, st.OK())
			require.Equal(r, at, acl.DevicePtr(p))
			v := r.dev.View(acl.DevicePtr(p), 4096)
			r.ok(r.a.Fill(v, 1))
			r.ok(r.a.Synchronize(r.ctx))
			require.True(r, d.Driver.Free(d.Context, p).OK())
		}),
		"an event of other code": keeps(func(r *run) {
			x := r.buffer()
			d := (*opaque.Device)(r.dev).Inner()
			h, _, st := d.CreateEvent(false)
			require.True(r, st.OK())
			e, err := event.Adopt(r.dev, uintptr(h), event.Config{})
			r.ok(err)
			r.ok(x.Fill(r.a, 1))
			require.True(r, d.Driver.RecordEvent(d.Context, h, driver.Stream(r.a.Handle())).OK())
			r.ok(r.b.WaitEvent(e))
			r.ok(x.Fill(r.b, 1))
			r.ok(r.b.Synchronize(r.ctx))
			r.ok(e.Close())
			require.True(r, d.Driver.DestroyEvent(d.Context, h).OK())
		}),
		"a wait by other code": keeps(func(r *run) {
			x := r.buffer()
			d := (*opaque.Device)(r.dev).Inner()
			r.ok(x.Fill(r.a, 1))
			r.ok(r.a.Record(r.e))
			h := driver.Event(r.e.Handle())
			r.ok(r.b.Enqueue(func(s uintptr) error {
				require.True(r, d.Driver.StreamWaitEvent(d.Context, driver.Stream(s), h).OK())
				return nil
			}))
			r.ok(x.Fill(r.b, 1))
			r.ok(r.b.Synchronize(r.ctx))
		}),
		"our event that other code records": keeps(func(r *run) {
			x := r.buffer()
			d := (*opaque.Device)(r.dev).Inner()
			r.ok(r.a.Record(r.e))
			h := driver.Event(r.e.Handle())
			r.ok(x.Fill(r.a, 1))
			r.ok(r.a.Enqueue(func(s uintptr) error {
				require.True(r, d.Driver.RecordEvent(d.Context, h, driver.Stream(s)).OK())
				return nil
			}))
			r.ok(r.b.WaitEvent(r.e))
			r.ok(x.Fill(r.b, 1))
			r.ok(r.b.Synchronize(r.ctx))
		}),
		"the host waits for an event of other code": keeps(func(r *run) {
			x := r.buffer()
			d := (*opaque.Device)(r.dev).Inner()
			h, _, st := d.CreateEvent(false)
			require.True(r, st.OK())
			e, err := event.Adopt(r.dev, uintptr(h), event.Config{})
			r.ok(err)
			r.ok(x.Fill(r.a, 1))
			require.True(r, d.Driver.RecordEvent(d.Context, h, driver.Stream(r.a.Handle())).OK())
			r.ok(e.Synchronize(r.ctx))
			r.ok(x.Fill(r.b, 1))
			r.ok(r.b.Synchronize(r.ctx))
			r.ok(e.Close())
			require.True(r, d.Driver.DestroyEvent(d.Context, h).OK())
		}),
		"a stream aborted while its kernel runs": keeps(func(r *run) {
			s, err := stream.New(r.dev, stream.Config{})
			r.ok(err)
			m, err := r.dev.Malloc(4096)
			r.ok(err)
			started := make(chan struct{})
			k := acltest.Kernel(r, r.dev, func(c *sim.Call) error {
				close(started)
				<-c.Done()
				_, err := sim.Slice[int32](c, c.Args().Ptr(), 64)
				return err
			})
			r.ok(k.Launch(s, 1, kernel.Args(kernel.Ptr(m.Ptr()))))
			<-started
			r.ok(s.Abort(r.ctx))
			_ = s.Close(r.ctx)
			r.ok(m.Close())
		}),
	})
}
