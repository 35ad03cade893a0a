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

// Operators of other ACL libraries run in the order of a stream. On hardware the function
// calls C with the handle; examples/foreign does.
func ExampleStream_Enqueue() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	check(err)
	s, err := stream.New(dev, stream.Config{Name: "compute"})
	check(err)
	mem, err := dev.Malloc(64)
	check(err)

	check(s.Fill(mem.View(), 0))
	check(s.Enqueue(func(handle uintptr) error {
		// err := C.enqueue_operator((C.aclrtStream)(handle), ...)
		return theirFill(dev, handle, mem.View(), 7)
	}))
	got := make([]byte, 2)
	check(stream.CopySliceToHost(ctx, s, got, mem.View())) // ordered after the operator
	fmt.Println(got)

	check(errors.Join(mem.Close(), s.Close(ctx), dev.Close(ctx)))
	// Output: [7 7]
}

// A stream that C code has made takes work from Go, and stays C's.
func ExampleAdopt() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // with C code: acl.Adopt of its context
	check(err)
	handle, destroy := theirStream(dev, 0) // aclrtCreateStream(&handle) in C
	s, err := stream.Adopt(dev, handle, stream.Config{Name: "theirs"})
	check(err)
	mem, err := dev.Malloc(64)
	check(err)

	check(s.Fill(mem.View(), 7))
	check(s.Synchronize(ctx))
	fmt.Println(s)
	check(s.Close(ctx)) // forgets the stream
	check(destroy())    // aclrtDestroyStream(handle) in C

	check(errors.Join(mem.Close(), dev.Close(ctx)))
	// Output: stream "theirs" on device 0
}

// Work that is still pending keeps Query from reporting true.
func ExampleStream_Query() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	check(err)
	s, err := stream.New(dev, stream.Config{})
	check(err)

	check(s.Synchronize(ctx))
	idle, err := s.Query()
	check(err)
	fmt.Println("idle:", idle)

	check(errors.Join(s.Close(ctx), dev.Close(ctx)))
	// Output: idle: true
}
