// SPDX-License-Identifier: Apache-2.0

package sim_test

import (
	"context"
	"fmt"
	"log"

	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func ExampleOpen() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	check(err)
	mem, err := dev.MemInfo()
	check(err)
	fmt.Println(dev.SocName(), mem.Total>>30, "GiB")
	check(dev.Close(ctx))
	// Output: Ascend910B3 64 GiB
}

// A machine of a product with other figures, and two of its devices.
func ExampleNew() {
	ctx := context.Background()
	m, err := sim.New(sim.Config{Product: sim.A3, Devices: 16, Memory: 1 << 30})
	check(err)
	first, err := m.Open(0)
	check(err)
	last, err := m.Open(15)
	check(err)
	fmt.Println(m)
	check(first.Close(ctx))
	check(last.Close(ctx))
	check(m.Close(ctx))
	// Output: simulated Ascend910_9392, 16 devices of 1024 MiB
}

// A kernel in Go that scales a vector, launched as one on hardware would be.
func ExampleRegisterKernel() {
	check(sim.RegisterKernel("scale", func(c *sim.Call) error {
		args := c.Args()
		ptr, n, factor := args.Ptr(), args.Int32(), args.Float32()
		if err := args.Err(); err != nil {
			return err
		}
		v, err := sim.Slice[float32](c, ptr, int(n))
		if err != nil {
			return err
		}
		for i := c.Block; i < len(v); i += c.Blocks {
			v[i] *= factor
		}
		return nil
	}))

	ctx := context.Background()
	dev, err := sim.Open(sim.A2)
	check(err)
	bin, err := kernel.LoadBytes(dev, sim.KernelFile("scale")) // on hardware: kernel.Load(dev, "scale.o")
	check(err)
	scale, err := bin.Function("scale")
	check(err)
	s, err := stream.New(dev, stream.Config{})
	check(err)
	pool, err := mempool.New(context.Background(), dev, mempool.Config{})
	check(err)

	v := []float32{1, 2, 3}
	x, err := mempool.NewBuffer[float32](pool, s, len(v))
	check(err)
	check(x.CopyFromSlice(ctx, s, v))
	check(scale.Launch(s, 2, kernel.Args(x.Arg(), kernel.Int32(int32(len(v))), kernel.Float32(10))))
	check(x.CopyToSlice(ctx, s, v))
	check(x.FreeAsync(s))
	fmt.Println(v)

	check(pool.Close(ctx))
	check(s.Close(ctx))
	check(bin.Close())
	check(dev.Close(ctx))
	// Output: [10 20 30]
}

func ExampleBinary() {
	fmt.Print(string(sim.KernelFile("add_custom", "scale")))
	// Output:
	// aclpool-sim 1
	// add_custom
	// scale
}
