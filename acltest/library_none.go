//go:build !fakeacl && !(cgo && linux && (amd64 || arm64))

// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"errors"
	"runtime"
)

// mayLoad is true, so that asking for a library is an error and not ignored.
const mayLoad = true

func loadLibrary() (library, error) {
	return nil, errors.New("the variables ask for tests on an ACL library, and this build for " +
		runtime.GOOS + "/" + runtime.GOARCH + " cannot load one: build on linux with cgo")
}
