//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

// simNothing does nothing, in Go: see enter.c.
//
//export simNothing
func simNothing() {}
