//go:build !fakeacl && !(cgo && linux && (amd64 || arm64))

// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"fmt"
	"runtime"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/driver"
)

// defaultDriver says which build would have a device.
func defaultDriver(*zap.Logger) (driver.API, error) {
	return nil, fmt.Errorf("acl: init: this build for %s/%s has no driver: build on linux, on amd64 or arm64, with cgo for the vendor's library, "+
		"or with -tags fakeacl for the simulated device: %w", runtime.GOOS, runtime.GOARCH, ErrNotSupported)
}
