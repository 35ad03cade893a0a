//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #cgo noescape aclpool_init
// #cgo nocallback aclpool_init
// #cgo noescape aclpool_version_string
// #cgo nocallback aclpool_version_string
// #include "shim.h"
import "C"

import (
	"strings"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Init calls aclInit and repairs the signal handlers that it installs. Without a file it
// passes an empty string, because NULL aborts the process if an earlier call had a file.
func (l *Library) Init(config string) driver.Status {
	path, ok := cString(config)
	if !ok {
		return zeroByte(config)
	}
	st := status(C.aclpool_init(chars(path)))
	l.repairSignals("aclInit")
	return st
}

// Finalize calls aclFinalize.
func (l *Library) Finalize() driver.Status { return status(C.aclpool_finalize()) }

// FinalizeReference calls aclFinalizeReference and returns the remaining count.
func (l *Library) FinalizeReference() (left uint64, st driver.Status) {
	return value[uint64](C.aclpool_finalize_reference())
}

// Version calls aclrtGetVersion.
func (l *Library) Version() (major, minor, patch int32, _ driver.Status) {
	v := C.aclpool_get_version()
	return int32(v.major), int32(v.minor), int32(v.patch), status(v.result)
}

// VersionString calls aclsysGetVersionStr.
func (l *Library) VersionString(pkg string) (string, driver.Status) {
	name, ok := cString(pkg)
	if !ok {
		return "", zeroByte(pkg)
	}
	r := C.aclpool_version_string(chars(name))
	if r.code != 0 {
		return "", failure(r)
	}
	return strings.TrimSpace(takeText(r)), driver.Status{}
}

// SocName calls aclrtGetSocName, whose result is valid for the life of the process.
func (l *Library) SocName() string { return C.GoString(C.aclpool_soc_name()) }
