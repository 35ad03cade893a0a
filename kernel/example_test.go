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
