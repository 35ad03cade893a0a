// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Work is enqueued, and done when the stream has been synchronized.
func ExampleNew() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	check(err)
	s, err := stream.New(dev, stream.Config{Name: "copy"})
	check(err)
	mem, err := dev.Malloc(4)
	check(err)
	out, err := acl.NewHostBuffer[byte](dev, 4) // what the device copies to must be pinned
	check(err)

	check(s.Fill(mem.View(), 7))
	check(s.CopyToHost(out.View(), mem.View()))
	check(s.Synchronize(ctx))
	fmt.Println(s, out.Slice())

	check(errors.Join(out.Close(), mem.Close(), s.Close(ctx), dev.Close(ctx)))
	// Output: stream "copy" on device 0 [7 7 7 7]
}

// Go slices are copied through pinned memory that the stream keeps for this.
func ExampleCopySliceToDevice() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	check(err)
	s, err := stream.New(dev, stream.Config{})
	check(err)
	mem, err := dev.Malloc(12)
	check(err)

	in, out := []float32{1, 2, 3}, make([]float32, 3)
	check(stream.CopySliceToDevice(ctx, s, mem.View(), in))
	check(stream.CopySliceToHost(ctx, s, out, mem.View())) // out is filled now
	fmt.Println(out)

	err = stream.CopySliceToDevice(ctx, s, mem.View(), make([]float32, 4))
	fmt.Println(errors.Is(err, acl.ErrInvalid))

	check(errors.Join(mem.Close(), s.Close(ctx), dev.Close(ctx)))
	// Output:
	// [1 2 3]
	// true
}

// Waiting ends with its context, and the device goes on.
func ExampleStream_WaitIdle() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	check(err)
	s, err := stream.New(dev, stream.Config{})
	check(err)

	patience, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	fmt.Println(s.WaitIdle(patience))

	check(errors.Join(s.Close(ctx), dev.Close(ctx)))
	// Output: <nil>
}
