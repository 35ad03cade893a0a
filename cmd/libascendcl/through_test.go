//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// throughC are the packages whose tests also run on a C library.
var throughC = []string{"acl", "event", "stream", "kernel", "mempool", "internal/pool/native", "acltest/conformance"}

// buildTests builds the tests of these packages once, for all libraries, and returns the
// folder.
var buildTests = sync.OnceValues(func() (string, error) {
	folder := filepath.Join(scratch, "tests") + "/"
	args := []string{"test", "-c", "-ldflags=-s -w", "-o", folder} // as go test without -c links
	for _, pkg := range throughC {
		args = append(args, module+"/"+pkg)
	}
	cmd := exec.Command("go", args...)
	cmd.Stderr = os.Stderr
	return folder, cmd.Run()
})

// tests returns arguments for env that run the tests of a package in the package's folder.
func tests(t *testing.T, pkg string, flags ...string) []string {
	t.Helper()
	folder, err := buildTests()
	require.NoError(t, err)
	return append([]string{"-C", filepath.Join("../..", pkg), filepath.Join(folder, path.Base(pkg)+".test")}, flags...)
}

// through runs the tests of a package on a library, checks that they did use it, and returns
// their output.
func through(t *testing.T, d device, so, pkg string, flags ...string) string {
	t.Helper()
	env := append([]string{libraryVariable + "=" + so}, d.env...)
	out := command(t, env, "env", tests(t, pkg, flags...)...)
	assert.Contains(t, out, "acltest: devices are those of "+so+"\n", pkg)
	return out
}

// checkPackages runs the short form of the tests. The long form differs in the number of
// rounds, and runs on the device in Go.
func checkPackages(t *testing.T, d device, so string) {
	for _, pkg := range []string{"acl", "event", "stream", "kernel"} {
		through(t, d, so, pkg, "-test.short")
	}
	if d.pools != "" {
		out := through(t, d, so, d.pools, "-test.v", "-test.short")
		assert.Contains(t, out, "--- PASS: "+map[string]string{"mempool": "TestMallocAsync", "internal/pool/native": "TestGuardOfTrims"}[d.pools])
	}
}

func checkConformance(t *testing.T, d device, so string) {
	out := through(t, d, so, "acltest/conformance", "-test.v", "-test.short", "-test.run=^TestDevice$")
	_, report, _ := strings.Cut(out, "conformance: ---- report ----\n")
	for _, line := range append([]string{"device     0 of " + so + "\n"}, d.says...) {
		assert.Contains(t, report, line)
	}
	for _, engine := range []string{"native", "auto"} {
		if d.pools == "" {
			assert.Contains(t, out, "--- SKIP: TestDevice/"+engine+" ")
		} else {
			assert.Contains(t, out, "--- PASS: TestDevice/"+engine+"/parallel ", "the last chapter")
		}
	}
}

// Tests fail, and are not skipped, if the library named by the environment cannot be loaded.
func TestMissingLibraryFails(t *testing.T) {
	compiler(t)
	if testing.Short() {
		t.Skip("builds the tests of packages")
	}
	out := failing(t, []string{libraryVariable + "=/nowhere/libascendcl.so"}, "env", tests(t, "acltest/conformance", "-test.v")...)
	assert.Contains(t, out, "/nowhere/libascendcl.so")
	assert.NotContains(t, out, "SKIP")
	assert.NotContains(t, out, "PASS")
}
