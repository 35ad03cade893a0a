//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The tests of the packages above the driver, and the program of the README, untagged and
// through C.
func TestPackagesThroughC(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the tests of six packages")
	}
	env := []string{libraryVariable + "=" + library(t)}
	for _, pkg := range []string{"acl", "event", "stream", "kernel", "mempool", "examples/soma"} {
		t.Run(pkg, func(t *testing.T) {
			out := command(t, env, "go", "test", "-short", "-count=1", "-v", module+"/"+pkg)
			assert.Contains(t, out, "acltest: devices are those of "+library(t))
		})
	}
}

// A library that is asked for and does not load fails the run.
func TestMissingLibraryFails(t *testing.T) {
	compiler(t)
	out := failing(t, []string{libraryVariable + "=/nowhere/libascendcl.so"}, "go", "test", "-short", "-count=1", module+"/event")
	assert.Contains(t, out, "/nowhere/libascendcl.so")
	assert.NotContains(t, out, "SKIP")
}
