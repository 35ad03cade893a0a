// SPDX-License-Identifier: Apache-2.0

package main

import (
	"sync"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/sim"
)

// registerKernel registers the kernel with simulated devices.
var registerKernel = sync.OnceValue(func() error { return sim.RegisterKernel(kernelName, addCustom) })

// addCustom is kernel/add_custom.cpp in Go: each block adds its share of the elements.
func addCustom(c *sim.Call) error {
	args := c.Args()
	px, py, pz, n := args.Ptr(), args.Ptr(), args.Ptr(), int(args.Int64())
	if err := args.Err(); err != nil {
		return err
	}
	share := (n + c.Blocks - 1) / c.Blocks
	begin := min(c.Block*share, n)
	count := min(share, n-begin)
	skip := acl.DevicePtr(begin * 4) // bytes of float32
	x, err := sim.Slice[float32](c, px+skip, count)
	if err != nil {
		return err
	}
	y, err := sim.Slice[float32](c, py+skip, count)
	if err != nil {
		return err
	}
	z, err := sim.Slice[float32](c, pz+skip, count)
	if err != nil {
		return err
	}
	for i := range z {
		z[i] = x[i] + y[i]
	}
	return nil
}
