// SPDX-License-Identifier: Apache-2.0

package kernel_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// On the simulated device a kernel is a Go function.
func ExampleFunction_Launch() {
	ctx := context.Background()
	host, err := sim.New(sim.Config{})
	check(err)
	check(host.RegisterKernel("scale", func(c *sim.Call) error {
		a := c.Args()
		ptr, n, by := a.Ptr(), a.Int32(), a.Float32()
		if err := a.Err(); err != nil {
			return err
		}
		x, err := sim.Slice[float32](c, ptr, int(n))
		if err != nil {
			return err
		}
		for i := range x {
			x[i] *= by
		}
		return nil
	}))
	dev, err := host.Open(0) // on hardware: acl.Open(0)
	check(err)
	s, err := stream.New(dev, stream.Config{})
	check(err)
	mem, err := dev.Malloc(12)
	check(err)
	bin, err := kernel.LoadBytes(dev, sim.KernelFile("scale")) // on hardware: kernel.Load(dev, "scale.o")
	check(err)
	scale, err := bin.Function("scale")
	check(err)

	x := []float32{1, 2, 3}
	check(stream.CopySliceToDevice(ctx, s, mem.View(), x))
	check(scale.Launch(s, 1, kernel.Args(kernel.View(mem.View()), kernel.Int32(3), kernel.Float32(10))))
	check(stream.CopySliceToHost(ctx, s, x, mem.View()))
	fmt.Println(x)

	check(errors.Join(s.Close(ctx), bin.Close(), mem.Close(), dev.Close(ctx), host.Close(ctx)))
	// Output: [10 20 30]
}

// Each field of the struct is one argument.
func ExampleStruct() {
	args, err := kernel.Struct(&struct {
		X    acl.DevicePtr
		N    int32
		Bias float32
	}{0x1000, 3, 0.5})
	check(err)
	fmt.Println(args.Size(), "bytes")

	_, err = kernel.Struct(&struct{ Names []string }{})
	fmt.Println(errors.Is(err, acl.ErrInvalid))
	// Output:
	// 24 bytes
	// true
}

// Arguments that are in device memory can be written in the order of the stream, and have
// no limit of size. Releases before CANN 8.5 launch this way only.
func ExampleFunction_LaunchWithDeviceArgs() {
	ctx := context.Background()
	host, err := sim.New(sim.Config{})
	check(err)
	check(host.RegisterKernel("print", func(c *sim.Call) error {
		a := c.Args()
		fmt.Println("kernel:", a.Int32(), a.Float32())
		return a.Err()
	}))
	dev, err := host.Open(0) // on hardware: acl.Open(0)
	check(err)
	s, err := stream.New(dev, stream.Config{})
	check(err)
	bin, err := kernel.LoadBytes(dev, sim.KernelFile("print")) // on hardware: kernel.Load(dev, "print.o")
	check(err)
	print, err := bin.Function("print")
	check(err)

	args := kernel.Args(kernel.Int32(3), kernel.Float32(0.5))
	mem, err := dev.Malloc(uint64(args.Size()))
	check(err)
	check(stream.CopySliceToDevice(ctx, s, mem.View(), args.Bytes()))
	check(print.LaunchWithDeviceArgs(s, 1, mem.View()))
	check(s.Synchronize(ctx))

	check(errors.Join(bin.Close(), mem.Close(), s.Close(ctx), dev.Close(ctx), host.Close(ctx)))
	// Output: kernel: 3 0.5
}

// Each argument starts at a multiple of 8 bytes.
func ExampleArgs() {
	args := kernel.Args(kernel.Ptr(0x1000), kernel.Int8(-1), kernel.Float64(0.5))
	fmt.Println(args.Size(), "bytes:", args.Bytes()[:16])
	// Output: 24 bytes: [0 16 0 0 0 0 0 0 255 0 0 0 0 0 0 0]
}
