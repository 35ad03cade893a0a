//go:build fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import (
	"sync"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
)

const kernelUsage = "`file` of the kernel binary; none is the kernel in Go"

// loadKernel loads the kernel for the simulated device: a Go function under a name.
func loadKernel(dev *acl.Device, path string) (*kernel.Binary, error) {
	if err := registerKernel(); err != nil {
		return nil, err
	}
	if path != "" {
		return kernel.Load(dev, path)
	}
	return kernel.LoadBytes(dev, sim.Binary(kernelName))
}

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
