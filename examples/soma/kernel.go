// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
)

// loadKernel loads the compiled kernel from a file. Without a file it loads the kernel in
// Go, which only simulated devices can run.
func loadKernel(dev *acl.Device, path string) (*kernel.Binary, error) {
	if err := registerKernel(); err != nil {
		return nil, err
	}
	if path != "" {
		return kernel.Load(dev, path)
	}
	bin, err := kernel.LoadBytes(dev, sim.KernelFile(kernelName))
	if errors.Is(err, acl.ErrInvalid) {
		return nil, fmt.Errorf("-kernel is missing: build kernel/add_custom.cpp, see kernel/README.md, and name the file: %w", err)
	}
	return bin, err
}
