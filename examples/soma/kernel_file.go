//go:build !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/kernel"
)

const kernelUsage = "`file` of the kernel binary, built from kernel/add_custom.cpp"

// loadKernel loads the compiled kernel.
func loadKernel(dev *acl.Device, path string) (*kernel.Binary, error) {
	if path == "" {
		return nil, errors.New("-kernel is missing: build kernel/add_custom.cpp, see kernel/README.md, and name the file")
	}
	return kernel.Load(dev, path)
}
