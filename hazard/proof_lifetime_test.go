// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

func acltestStream(r *run) *stream.Stream {
	s, err := stream.New(r.dev, stream.Config{Name: "short"})
	r.ok(err)
	return s
}

func notRecorded(r *run, err error) { require.ErrorIs(r, err, acl.ErrNotRecorded) }

// Uses before the allocation of their memory.
func TestAllocations(t *testing.T) {
	prove(t, map[string]proof{
		"B15: a stream that does not know the allocation": violates(hazard.UnorderedUse, func(r *run) {
			x, err := mempool.NewBuffer[int32](r.pool, r.a, elements) // first
			r.ok(err)
			r.ok(x.Fill(r.b, 1)) // second
		}),
		"B15: a stream that knows the allocation": keeps(func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(x.Fill(r.b, 1))
		}),
		"a stream that has waited before the allocation": violates(hazard.UnorderedUse, func(r *run) {
			r.order(r.a, r.b)
			x, err := mempool.NewBuffer[int32](r.pool, r.a, elements) // first
			r.ok(err)
			r.ok(r.add.Launch(r.b, 1, kernel.Args(x.Arg()))) // second
		}),
		"an address without a size": violates(hazard.UnorderedUse, func(r *run) {
			x, err := r.pool.MallocAsync(r.a, 256) // first
			r.ok(err)
			r.ok(r.add.Launch(r.b, 1, kernel.Args(kernel.Ptr(x.Ptr())))) // second
		}),
		"many blocks in one call": violates(hazard.UnorderedUse, func(r *run) {
			blocks := make([]mempool.Block, 2)
			r.ok(r.pool.MallocAsyncN(r.a, blocks, []uint64{256, 256})) // first
			r.ok(r.b.Fill(blocks[1].View(), 1))                        // second
		}),
		"device memory belongs to no stream": keeps(func(r *run) {
			m, err := r.dev.Malloc(256)
			r.ok(err)
			r.ok(r.b.Fill(m.View(), 1))
			r.ok(r.b.Synchronize(r.ctx))
			r.ok(m.Close())
		}),
		"reads of bytes never written": violates(hazard.Unwritten, func(r *run) {
			h := r.host()
			x, err := mempool.NewBuffer[int32](r.pool, r.a, elements) // first
			r.ok(err)
			r.ok(x.CopyTo(r.a, h)) // second
		}),
		"reads of bytes of which half were written": violates(hazard.Unwritten, func(r *run) {
			h := r.host()
			x, err := mempool.NewBuffer[int32](r.pool, r.a, elements) // first
			r.ok(err)
			r.ok(r.slice(x, 0, elements/2).Fill(r.a, 1))
			r.ok(x.CopyTo(r.a, h)) // second
		}),
		"reads of memory that is reused": violates(hazard.Unwritten, func(r *run) {
			h, x := r.host(), r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.ok(x.FreeAsync(r.a))
			y, err := mempool.NewBuffer[int32](r.pool, r.a, elements) // first
			r.ok(err)
			r.ok(y.CopyTo(r.a, h)) // second
		}),
		"a kernel that reads what nothing has written": violates(hazard.Unwritten, func(r *run) {
			x, err := mempool.NewBuffer[int32](r.pool, r.a, elements) // first
			r.ok(err)
			r.ok(r.add.Launch(r.a, 1, kernel.Args(x.ReadArg()))) // second
		}),
		"a kernel reads a buffer of which a part is in use": keeps(func(r *run) {
			x := r.buffer()
			r.ok(r.slice(x, 0, 8).Fill(r.a, 1))
			r.ok(r.add.Launch(r.a, 1, kernel.Args(x.ReadArg())))
		}),
		"a kernel writes what is read afterwards": keeps(func(r *run) {
			x, h := r.buffer(), r.host()
			r.ok(r.add.Launch(r.a, 1, kernel.Args(x.Arg())))
			r.ok(x.CopyTo(r.a, h))
		}),
	})
}

// Uses and frees of memory that other streams use.
func TestFrees(t *testing.T) {
	prove(t, map[string]proof{
		"B13: a free beside a copy on another stream": violates(hazard.UnorderedFree, func(r *run) {
			x, h := r.buffer(), r.host()
			r.ok(x.Fill(r.a, 9))
			r.order(r.a, r.b)
			r.ok(x.CopyTo(r.b, h)) // first
			r.ok(x.FreeAsync(r.a)) // second
			y := r.buffer()
			r.ok(y.Fill(r.a, 0))
		}),
		"B13: a free after a copy on another stream": keeps(func(r *run) {
			x, h := r.buffer(), r.host()
			r.ok(x.Fill(r.a, 9))
			r.order(r.a, r.b)
			r.ok(x.CopyTo(r.b, h))
			r.ok(r.b.Record(r.e))
			r.ok(x.FreeAfter(r.a, r.e))
			y := r.buffer()
			r.ok(y.Fill(r.a, 0))
		}),
		"a free on another stream, unordered": violates(hazard.UnorderedFree, func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(x.Fill(r.a, 1))   // first
			r.ok(x.FreeAsync(r.b)) // second
		}),
		"a free on another stream, in order": keeps(func(r *run) {
			x := r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.ok(x.FreeAsync(r.b))
		}),
		"a free on a stream that does not know the allocation": violates(hazard.UnorderedUse, func(r *run) {
			x, err := mempool.NewBuffer[int32](r.pool, r.a, elements) // first
			r.ok(err)
			r.ok(x.FreeAsync(r.b)) // second
		}),
		"FreeAfter a stream": keeps(func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(x.Fill(r.b, 1))
			r.ok(x.FreeAfter(r.a, r.b))
		}),
		"FreeAfter an event recorded before the use": violates(hazard.UnorderedFree, func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(r.b.Record(r.e))
			r.ok(x.Fill(r.b, 1))        // first
			r.ok(x.FreeAfter(r.a, r.e)) // second
		}),
		"FreeAfter one of two streams": violates(hazard.UnorderedFree, func(r *run) {
			x, y, z := r.buffer(), r.buffer(), r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.order(r.a, r.b)
			r.order(r.a, r.c)
			r.ok(r.b.Copy(y.View(), x.View()))
			r.ok(r.c.Copy(z.View(), x.View())) // first
			r.ok(x.FreeAfter(r.a, r.b))        // second
		}),
		"FreeAfter a stream that has waited for the use": keeps(func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(x.Fill(r.b, 1))
			r.order(r.b, r.c)
			r.ok(x.FreeAfter(r.a, r.c))
		}),
		"RecordUse after the use": keeps(func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(x.Fill(r.b, 1))
			r.ok(x.RecordUse(r.b))
			r.ok(x.FreeAsync(r.a))
		}),
		"RecordUse before the use": violates(hazard.UnorderedFree, func(r *run) {
			x := r.buffer()
			r.order(r.a, r.b)
			r.ok(x.RecordUse(r.b))
			r.ok(x.Fill(r.b, 1))   // first
			r.ok(x.FreeAsync(r.a)) // second
		}),
		"a view of a freed block": violates(hazard.UseAfterFree, func(r *run) {
			x := r.buffer()
			v := x.View()
			r.ok(x.FreeAsync(r.a))                                  // first
			r.ok(r.add.Launch(r.a, 1, kernel.Args(kernel.View(v)))) // second
		}),
		"a view of a freed block on another stream": violates(hazard.UseAfterFree, func(r *run) {
			x := r.buffer()
			v := x.View()
			r.order(r.a, r.b)
			r.ok(x.FreeAsync(r.a))                                  // first
			r.ok(r.add.Launch(r.b, 1, kernel.Args(kernel.View(v)))) // second
		}),
		"an address in a freed block": violates(hazard.UseAfterFree, func(r *run) {
			x := r.buffer()
			ptr := x.Ptr()
			r.ok(x.FreeAsync(r.a))                                   // first
			r.ok(r.add.Launch(r.a, 1, kernel.Args(kernel.Ptr(ptr)))) // second
		}),
		"a block is freed twice": violates(hazard.DoubleFree, func(r *run) {
			x := r.buffer()
			r.ok(x.FreeAsync(r.a))  // first
			err := x.FreeAsync(r.a) // second
			require.ErrorIs(r, err, acl.ErrClosed)
		}),
		"blocks are freed in one call": keeps(func(r *run) {
			x, y := r.buffer(), r.buffer()
			r.ok(x.Fill(r.a, 1))
			r.ok(r.pool.FreeAsyncN(r.a, []mempool.Block{x.Block(), y.Block()}))
		}),
		"one of the blocks freed in one call is in use": violates(hazard.UnorderedFree, func(r *run) {
			x, y := r.buffer(), r.buffer()
			r.order(r.a, r.b)
			r.ok(y.Fill(r.b, 1))                                                // first
			r.ok(r.pool.FreeAsyncN(r.a, []mempool.Block{x.Block(), y.Block()})) // second
		}),
		"B17: a block inherited from a stream that is gone": keeps(func(r *run) {
			s := acltestStream(r)
			x := r.on(s)
			r.ok(x.Fill(s, 1))
			r.ok(x.FreeAsync(s))
			r.ok(s.Synchronize(r.ctx))
			r.ok(s.Close(r.ctx))
			y := r.on(r.b)
			r.ok(y.Fill(r.b, 1))
		}),
		"memory reused on its stream": keeps(func(r *run) {
			for range 8 {
				x := r.buffer()
				r.ok(x.Fill(r.a, 1))
				r.ok(x.FreeAsync(r.a))
			}
		}),
		"memory reused on another stream, by events": keeps(func(r *run) {
			for range 4 {
				x := r.on(r.a)
				r.ok(x.Fill(r.a, 1))
				r.ok(x.FreeAsync(r.a))
				r.order(r.a, r.b)
				y := r.on(r.b)
				r.ok(y.Fill(r.b, 1))
				r.ok(y.FreeAsync(r.b))
				r.order(r.b, r.a)
			}
		}),
		"memory reused by a wait inside the pool": keeps(func(r *run) {
			r.ok(r.pool.SetReuse(mempool.Reuse{Internal: true}))
			x := r.on(r.a)
			r.ok(x.Fill(r.a, 1))
			r.ok(x.FreeAsync(r.a))
			y := r.on(r.b)
			r.ok(y.Fill(r.b, 1))
		}),
		"device memory is freed while a stream uses it": violates(hazard.UnorderedFree, func(r *run) {
			m, err := r.dev.Malloc(256)
			r.ok(err)
			r.ok(r.add.Launch(r.a, 1, kernel.Args(kernel.View(m.View())))) // first
			r.ok(m.Close())                                                // second
		}),
	})
}

// Uses beyond the end of a block.
func TestBounds(t *testing.T) {
	prove(t, map[string]proof{
		"B49: beyond the size, inside the rounding": violates(hazard.OutOfBounds, func(r *run) {
			x, err := r.pool.MallocAsync(r.a, 3000) // first
			r.ok(err)
			r.ok(r.add.Launch(r.a, 1, kernel.Args(kernel.View(r.dev.View(x.Ptr(), 4096))))) // second
		}),
		"beyond the block": violates(hazard.OutOfBounds, func(r *run) {
			x, err := r.pool.MallocAsync(r.a, 2<<20) // first
			r.ok(err)
			r.ok(r.add.Launch(r.a, 1, kernel.Args(kernel.View(r.dev.View(x.Ptr(), 2<<20+1))))) // second
		}),
		"to the last byte": keeps(func(r *run) {
			x, err := r.pool.MallocAsync(r.a, 3000)
			r.ok(err)
			r.ok(r.a.Fill(r.dev.View(x.Ptr(), 3000), 1))
		}),
	})
}
