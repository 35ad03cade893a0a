//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const module = "github.com/ascend-go/aclpool"

// libraryVariable is the environment variable that names the library for a child process.
const libraryVariable = "ACLPOOL_LIBRARY"

// scratch is a temporary folder that the tests share.
var scratch string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	var err error
	if scratch, err = os.MkdirTemp("", "libascendcl"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(scratch)
	return m.Run()
}

// library builds the library once, as users do, and returns its path.
func library(t *testing.T) string {
	t.Helper()
	compiler(t)
	path, err := buildLibrary()
	require.NoError(t, err)
	return path
}

var buildLibrary = sync.OnceValues(func() (string, error) {
	return shared("libascendcl.so", module+"/cmd/libascendcl", named)
})

// named is the flag that gives the library its name, so that programs find it by that name
// whichever file they were linked with.
const named = "-ldflags=-extldflags=-Wl,-soname," + soname

// shared builds a C library from a Go package and returns its path.
func shared(name, pkg string, flags ...string) (string, error) {
	path := filepath.Join(scratch, name)
	cmd := exec.Command("go", slices.Concat([]string{"build", "-buildmode=c-shared", "-o", path}, flags, []string{pkg})...)
	cmd.Env, cmd.Stderr = os.Environ(), os.Stderr
	return path, cmd.Run()
}

// compiler returns the path of the C compiler. It skips the test if there is none.
func compiler(t *testing.T) string {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler: cc is not in PATH")
	}
	return cc
}

// command runs a program that must succeed, with environment variables added, and returns
// its output.
func command(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	out, err := output(t, env, name, args...)
	require.NoError(t, err, "%s %v: %s", name, args, out)
	return out
}

// failing is command for a program that must fail.
func failing(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	out, err := output(t, env, name, args...)
	require.Error(t, err, "%s %v: %s", name, args, out)
	return out
}

// patience is how long a program may run before it counts as hung. A program with two Go
// runtimes can hang such that its own time limit does not end it.
const patience = 5 * time.Minute

// output runs a program and returns its output. The program does not inherit the library and
// the device of this run.
func output(t *testing.T, env []string, name string, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), libraryVariable+"=", "ACLPOOL_TEST_DEVICE=")
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
