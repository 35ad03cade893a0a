// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// open creates a pool and a stream for an example; end closes them.
func open(cfg mempool.Config) (p *mempool.Pool, s *stream.Stream, end func()) {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	check(err)
	s, err = stream.New(dev, stream.Config{Name: "work"})
	check(err)
	p, err = mempool.New(context.Background(), dev, cfg)
	check(err)
	return p, s, func() {
		check(p.Close(ctx))
		check(s.Close(ctx))
		check(dev.Close(ctx))
	}
}

func ExampleNew() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	check(err)
	p, err := mempool.New(context.Background(), dev, mempool.Config{Name: "kv", MaxSize: 100_000_000})
	check(err)
	st, err := p.Stats()
	check(err)
	fmt.Println(p, "holds at most", st.MaxSize, "bytes and releases:", p.Release())
	check(p.Close(ctx))
	check(dev.Close(ctx))
	// Output: pool "kv" on device 0 holds at most 100663296 bytes and releases: keep
}

// Work that is enqueued after the allocation may use the memory. The free is ordered after all
// work enqueued before it. Freeing a block twice is an error, even if its address is in use
// again.
func ExamplePool_MallocAsync() {
	p, s, end := open(mempool.Config{Name: "scratch", MaxSize: 64 << 20})
	defer end()
	first, err := p.MallocAsync(s, 5<<20)
	check(err)
	check(s.Fill(first.View(), 0)) // memory is not cleared
	check(p.FreeAsync(s, first))

	second, err := p.MallocAsync(s, 6<<20)
	check(err)
	fmt.Println("same address:", first.Ptr() == second.Ptr())
	fmt.Println("size:", second.Size(), "rounded:", second.Rounded())
	fmt.Println("freed twice:", errors.Is(p.FreeAsync(s, first), acl.ErrClosed))
	check(p.FreeAsync(s, second))

	_, err = p.MallocAsync(s, 65<<20)
	fmt.Println("out of memory:", errors.Is(err, acl.ErrOutOfMemory))
	// Output:
	// same address: true
	// size: 6291456 rounded: 6291456
	// freed twice: true
	// out of memory: true
}

// A pool keeps what it has reserved. TrimTo returns it to the device, for other uses.
func ExamplePool_TrimTo() {
	p, s, end := open(mempool.Config{Name: "scratch", MaxSize: 64 << 20})
	defer end()
	b, err := p.MallocAsync(s, 32<<20)
	check(err)
	check(p.FreeAsync(s, b))
	check(s.Synchronize(context.Background()))

	t, err := p.TrimTo(8 << 20)
	check(err)
	fmt.Println("released", t.Released>>20, "MiB, pending", t.Pending>>20, "MiB")
	// Output: released 24 MiB, pending 0 MiB
}

func ExampleNewBuffer() {
	ctx := context.Background()
	p, s, end := open(mempool.Config{Name: "scratch", MaxSize: 64 << 20})
	defer end()
	x, err := mempool.NewBuffer[float32](p, s, 4)
	check(err)
	check(x.Fill(s, 0))
	middle, err := x.Slice(1, 3)
	check(err)
	check(middle.CopyFromSlice(ctx, s, []float32{1.5, 2.5}))

	got := make([]float32, x.Len())
	check(x.CopyToSlice(ctx, s, got))
	check(x.FreeAsync(s))
	fmt.Println(got)
	// Output: [0 1.5 2.5 0]
}

func ExamplePool_Stats() {
	p, s, end := open(mempool.Config{Name: "scratch", MaxSize: 64 << 20})
	defer end()
	a, err := p.MallocAsync(s, 1000)
	check(err)
	b, err := p.MallocAsync(s, 3<<20)
	check(err)
	check(p.FreeAsync(s, b))

	st, err := p.Stats()
	check(err)
	fmt.Printf("%d live block for %d bytes; used %d MiB, reserved %d MiB of at most %d MiB; at the peak %d MiB\n",
		st.LiveBlocks, st.Requested, st.Used>>20, st.Reserved>>20, st.MaxSize>>20, st.UsedHigh>>20)
	check(p.FreeAsync(s, a))
	// Output: 1 live block for 1000 bytes; used 2 MiB, reserved 6 MiB of at most 64 MiB; at the peak 6 MiB
}

// A cache of keys and values for an inference service. Each request allocates a few pages of
// memory and ends with a synchronize. The pool keeps its memory between requests, so only the
// first request takes memory from the device. When the service is idle, it returns half of the
// memory to the device.
func Example_keyValueCache() {
	const page, pages, requests = 4 << 20, 8, 3
	ctx := context.Background()
	p, s, end := open(mempool.Config{Name: "kv", MaxSize: 1 << 30})
	defer end()
	for r := range requests {
		var held []mempool.Buffer[acl.Float16]
		for range pages {
			b, err := mempool.NewBuffer[acl.Float16](p, s, page/2)
			check(err)
			held = append(held, b)
		}
		// ... launch the kernels of the request on s ...
		for _, b := range held {
			check(b.FreeAsync(s)) // after the kernels; the host does not wait
		}
		check(s.Synchronize(ctx)) // the result is complete
		st, err := p.Stats()
		check(err)
		fmt.Printf("request %d: reserved %d MiB\n", r, st.Reserved>>20)
	}
	t, err := p.TrimSync(ctx, pages*page/2)
	check(err)
	fmt.Printf("idle: released %d MiB\n", t.Released>>20)
	// Output:
	// request 0: reserved 32 MiB
	// request 1: reserved 32 MiB
	// request 2: reserved 32 MiB
	// idle: released 16 MiB
}
