//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package acltest

import "github.com/ascend-go/aclpool/internal/cshim"

const mayLoad = true

func loadLibrary() (library, error) { return cshim.Open(cshim.Options{}) }
