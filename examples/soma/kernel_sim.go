//go:build fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import (
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
