// SPDX-License-Identifier: Apache-2.0

// Command first allocates from a pool in stream order: the program of the README.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

func main() {
	ctx := context.Background()
	dev, err := acl.Open(0) // an NPU, or with -tags fakeacl a simulated one
	check(err)
	s, err := stream.New(dev, stream.Config{Name: "main"})
	check(err)
	pool, err := mempool.New(ctx, dev, mempool.Config{Name: "kv", MaxSize: 1 << 30})
	check(err)

	in, out := []float32{1, 2, 3}, make([]float32, 3)
	for range 3 { // the second and third round get the memory of the first
		x, err := mempool.NewBuffer[float32](pool, s, len(in)) // usable on s at once
		check(err)
		check(x.CopyFromSlice(ctx, s, in))
		check(x.CopyToSlice(ctx, s, out))
		check(x.FreeAsync(s)) // in the order of s: nothing waits
	}
	check(s.Synchronize(ctx))
	st, err := pool.Stats()
	check(err)
	fmt.Println(out, "used", st.Used, "reserved", st.Reserved)

	check(pool.Close(ctx)) // children first, then the device
	check(s.Close(ctx))
	check(dev.Close(ctx))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
