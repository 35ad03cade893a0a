//go:build fakeacl || !(cgo && linux && (amd64 || arm64))

// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
)

// fill says what the example needs.
func fill(string, uintptr, acl.DevicePtr, byte, uint64) error {
	return fmt.Errorf("the C function needs an ACL library: build with cgo on linux, on amd64 or arm64, without the tag fakeacl: %w", acl.ErrNotSupported)
}
