// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// A block that another stream reads is freed after that stream has read it. The call does not
// wait.
func ExamplePool_FreeAfter() {
	p, s, end := open(mempool.Config{Name: "frames", MaxSize: 64 << 20})
	defer end()
	reader, err := stream.New(s.Device(), stream.Config{Name: "reader"})
	check(err)
	frame, err := p.MallocAsync(s, 4<<20)
	check(err)
	copied, err := p.MallocAsync(reader, 4<<20)
	check(err)

	check(reader.Copy(copied.View(), frame.View()))
	check(p.FreeAfter(s, frame, reader))
	fmt.Println("live blocks:", live(p)) // the block of copied
	check(p.FreeAsync(reader, copied))
	check(reader.Close(context.Background()))
	// Output: live blocks: 1
}

// The free of a block takes recorded uses into account, wherever in the program it is.
func ExamplePool_RecordUse() {
	p, s, end := open(mempool.Config{Name: "weights", MaxSize: 64 << 20})
	defer end()
	side, err := stream.New(s.Device(), stream.Config{Name: "side"})
	check(err)
	b, err := p.MallocAsync(s, 2<<20)
	check(err)

	check(side.Fill(b.View(), 1))
	check(p.RecordUse(side, b)) // all work on side so far
	check(p.FreeAsync(s, b))    // the memory is reused only after that work
	fmt.Println("live blocks:", live(p))
	check(side.Close(context.Background()))
	// Output: live blocks: 0
}

// One call allocates all blocks, or none.
func ExamplePool_MallocAsyncN() {
	p, s, end := open(mempool.Config{Name: "layers", MaxSize: 16 << 20})
	defer end()
	blocks := make([]mempool.Block, 3)
	check(p.MallocAsyncN(s, blocks, []uint64{2 << 20, 4 << 20, 6 << 20}))
	fmt.Println("live blocks:", live(p))

	more := make([]mempool.Block, 2)
	err := p.MallocAsyncN(s, more, []uint64{2 << 20, 4 << 20})
	fmt.Println("too many:", err != nil, "live blocks:", live(p))
	check(p.FreeAsyncN(s, blocks))
	fmt.Println("live blocks:", live(p))
	// Output:
	// live blocks: 3
	// too many: true live blocks: 3
	// live blocks: 0
}

func ExamplePool_FreeAsyncN() {
	p, s, end := open(mempool.Config{Name: "batch", MaxSize: 64 << 20})
	defer end()
	blocks := make([]mempool.Block, 32)
	sizes := make([]uint64, len(blocks))
	for i := range sizes {
		sizes[i] = 1
	}
	check(p.MallocAsyncN(s, blocks, sizes))
	check(p.FreeAsyncN(s, blocks)) // one call into C
	fmt.Println("live blocks:", live(p))
	// Output: live blocks: 0
}

// TrimSync waits for pending frees, so that it can return their memory to the device.
func ExamplePool_TrimSync() {
	p, s, end := open(mempool.Config{Name: "step", MaxSize: 64 << 20})
	defer end()
	b, err := p.MallocAsync(s, 8<<20)
	check(err)
	check(s.Fill(b.View(), 0))
	check(p.FreeAsync(s, b)) // pending until the stream has executed it

	trimmed, err := p.TrimSync(context.Background(), 0)
	check(err)
	st, err := p.Stats()
	check(err)
	fmt.Println("released:", trimmed.Released, "pending:", trimmed.Pending, "reserved:", st.Reserved)
	// Output: released: 8388608 pending: 0 reserved: 0
}

func ExamplePool_SetRelease() {
	p, _, end := open(mempool.Config{Name: "kv", MaxSize: 64 << 20})
	defer end()
	fmt.Println(p.Release())
	check(p.SetRelease(mempool.KeepBytes(16 << 20))) // at each synchronize
	fmt.Println(p.Release())
	// Output:
	// keep
	// 16MiB
}

func ExamplePool_Blocks() {
	p, s, end := open(mempool.Config{Name: "kv", MaxSize: 64 << 20})
	defer end()
	b, err := p.MallocAsync(s, 3<<20)
	check(err)
	for b := range p.Blocks() {
		fmt.Println("live:", b.Size(), "bytes of", b.Rounded())
	}
	check(p.FreeAsync(s, b))
	// Output: live: 3145728 bytes of 4194304
}

// live returns the number of live blocks.
func live(p *mempool.Pool) (n int) {
	for range p.Blocks() {
		n++
	}
	return n
}
