//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// foreignLibrary returns a copy of the library that does not show that it simulates, as
// the vendor's does not: the names of its own functions are others.
func foreignLibrary(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(library(t))
	require.NoError(t, err)
	own := []byte("\x00aclpoolSim")
	require.True(t, bytes.Contains(data, own))
	path := filepath.Join(t.TempDir(), "libascendcl.so")
	require.NoError(t, os.WriteFile(path, bytes.ReplaceAll(data, own, []byte("\x00foreignSim")), 0o700))
	return path
}

// Tests that hold streams or run kernels in Go are skipped on a library that cannot do
// that, and the others pass.
func TestPackagesOnALibraryThatDoesNotSimulate(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tests of packages")
	}
	so := foreignLibrary(t)
	for _, pkg := range []string{"event", "stream", "kernel"} {
		out := through(t, device{}, so, pkg, "-test.v", "-test.short")
		assert.Contains(t, out, "is not simulated", pkg)
	}
	through(t, device{}, so, "acltest/conformance", "-test.short", "-test.run=^TestDevice$")
}
