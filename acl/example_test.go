// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func ExampleOpen() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	if err != nil {
		log.Fatal(err)
	}
	info, err := dev.MemInfo()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(dev, dev.SocName(), info.Total>>30, "GiB")
	if err := dev.Close(ctx); err != nil {
		log.Fatal(err)
	}
	// Output: device 0 Ascend910B3 64 GiB
}

func ExampleDevice_Malloc() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close(ctx)
	mem, err := dev.Malloc(64 << 20)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(mem.Size(), "bytes")

	_, err = dev.Malloc(128 << 30)
	fmt.Println(errors.Is(err, acl.ErrOutOfMemory))
	fmt.Println(errors.Is(dev.Close(ctx), acl.ErrBusy)) // the memory still lives
	if err := mem.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 67108864 bytes
	// true
	// true
}

func ExampleCopySliceToDevice() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close(ctx)
	mem, err := dev.Malloc(16)
	if err != nil {
		log.Fatal(err)
	}
	defer mem.Close()

	if err := acl.CopySliceToDevice(ctx, mem.View(), []float32{1, 2, 3, 4}); err != nil {
		log.Fatal(err)
	}
	second, err := mem.View().Slice(4, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := acl.Fill(ctx, second, 0); err != nil {
		log.Fatal(err)
	}
	out := make([]float32, 4)
	if err := acl.CopySliceToHost(ctx, out, mem.View()); err != nil {
		log.Fatal(err)
	}
	fmt.Println(out)
	// Output: [1 0 3 4]
}

func ExampleNewHostBuffer() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close(ctx)
	pinned, err := acl.NewHostBuffer[acl.Float16](dev, 3)
	if err != nil {
		log.Fatal(err)
	}
	for i := range pinned.Slice() {
		pinned.Slice()[i] = acl.ToFloat16(float32(i) / 2)
	}
	fmt.Println(pinned.Slice(), pinned.View().Size(), "bytes")
	if err := pinned.Close(); err != nil {
		log.Fatal(err)
	}
	// Output: [0 0.5 1] 6 bytes
}

func ExampleDevice_Supports() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A3) // has the functions, but the product has no pools
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close(ctx)
	switch err := dev.Supports(ctx, acl.FeaturePools); {
	case err == nil:
		fmt.Println("memory comes from pools")
	case errors.Is(err, acl.ErrNotSupported):
		fmt.Println("memory comes from acl.Device.Malloc")
	default: // it could not be found out
		log.Fatal(err)
	}
	// Output: memory comes from acl.Device.Malloc
}

// What lives on a device has names, and comes in the order in which to close it.
func ExampleDevice_Objects() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	if err != nil {
		log.Fatal(err)
	}
	s, err := stream.New(dev, stream.Config{Name: "copies"})
	if err != nil {
		log.Fatal(err)
	}
	e, err := event.New(dev, event.Config{Name: "copied"})
	if err != nil {
		log.Fatal(err)
	}
	for o := range dev.Objects() {
		fmt.Println(o.Kind, o.Name)
	}
	if err := errors.Join(e.Close(), s.Close(ctx), dev.Close(ctx)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// event copied
	// stream copies
}

// A synchronize that returns a warning has waited for all work.
func ExampleIsWarning() {
	for _, err := range []error{
		&acl.Error{Op: "aclrtSynchronizeStream", Code: codes.RTOverFlow},
		&acl.Error{Op: "aclrtSynchronizeStream", Code: codes.RTAICoreException},
	} {
		fmt.Println("the work has completed:", acl.IsWarning(err), "and the stream has failed:", errors.Is(err, acl.ErrDevice))
	}
	// Output:
	// the work has completed: true and the stream has failed: false
	// the work has completed: false and the stream has failed: true
}

// The last act of a program that wants to end cleanly.
func ExampleShutdown() {
	ctx := context.Background()
	dev, err := acl.Open(0)
	switch {
	case errors.Is(err, acl.ErrNotSupported): // no library of CANN on this machine
	case err != nil:
		log.Fatal(err)
	default:
		if err := dev.Close(ctx); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(acl.Shutdown(ctx))
	// Output: <nil>
}

// What a program that was told to end has not closed is closed for it, in the right order.
func ExampleShutdownForce() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if dev, err := acl.Open(0); err == nil {
		if _, err := stream.New(dev, stream.Config{Name: "forgotten"}); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(acl.ShutdownForce(ctx))
	// Output: <nil>
}

// A copy between two views of device memory, and a look at the result.
func ExampleCopy() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	if err != nil {
		log.Fatal(err)
	}
	mem, err := dev.Malloc(8)
	if err != nil {
		log.Fatal(err)
	}
	left, _ := mem.View().Slice(0, 4)
	right, _ := mem.View().Slice(4, 4)
	got := make([]byte, 8)
	err = errors.Join(
		acl.Fill(ctx, left, 7),
		acl.Copy(ctx, right, left),
		acl.CopySliceToHost(ctx, got, mem.View()),
	)
	fmt.Println(got, err)
	if err := errors.Join(mem.Close(), dev.Close(ctx)); err != nil {
		log.Fatal(err)
	}
	// Output: [7 7 7 7 7 7 7 7] <nil>
}
