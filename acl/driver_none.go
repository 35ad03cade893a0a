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
	return nil, fmt.Errorf("acl: init: this build has no driver, since %s; %s, or with -tags fakeacl for the simulated device: %w",
		reason(), wayOut(), ErrNotSupported)
}

// onSupported reports whether a build for this platform could open the vendor's library.
func onSupported() bool {
	return runtime.GOOS == "linux" && (runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64")
}

func reason() string {
	if onSupported() {
		return "cgo is off"
	}
	return "it is for " + runtime.GOOS + "/" + runtime.GOARCH
}

func wayOut() string {
	if onSupported() {
		return "build with CGO_ENABLED=1 and a C compiler for the vendor's library"
	}
	return "build for linux on amd64 or arm64, with cgo, for the vendor's library"
}
