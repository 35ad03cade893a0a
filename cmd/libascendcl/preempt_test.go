//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"os"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/cshim/cshimtest"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
)

// spinVariable is the environment variable that enables TestSpin in a child process. It
// names the library.
const spinVariable = "LIBASCENDCL_TEST_SPIN"

// rounds is how often each runtime must preempt a loop that makes no calls. A round takes
// some milliseconds, or forever if the signal is lost.
const rounds = 20

// Two Go runtimes share SIGURG: each can preempt its own goroutines that make no calls.
func TestBothRuntimesPreempt(t *testing.T) {
	compiler(t)
	spin, err := shared("libspin.so", module+"/cmd/libascendcl/testdata/spin")
	require.NoError(t, err)
	out := command(t, []string{spinVariable + "=" + spin, "GOMAXPROCS=2"}, os.Args[0],
		"-test.run=^TestSpin$", "-test.timeout=1m", "-test.v")
	require.Contains(t, out, "--- PASS: TestSpin")
}

// A kernel in Go runs on a thread of the library, where the program's runtime can preempt it.
func TestProgramPreemptsItsKernels(t *testing.T) {
	out := command(t, []string{spinVariable + "=kernel", libraryVariable + "=" + library(t), "GOMAXPROCS=2"}, os.Args[0],
		"-test.run=^TestSpinningKernel$", "-test.timeout=1m", "-test.v")
	require.Contains(t, out, "--- PASS: TestSpinningKernel")
}

// TestSpinningKernel runs in a child process.
func TestSpinningKernel(t *testing.T) {
	if os.Getenv(spinVariable) != "kernel" {
		t.Skip("runs in the process that TestProgramPreemptsItsKernels starts")
	}
	var reached, stop atomic.Bool
	require.NoError(t, sim.RegisterKernel("spin", func(*sim.Call) error {
		reached.Store(true)
		for !stop.Load() { // inlined: no call, so only a signal can stop it
		}
		return nil
	}))
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	bin, err := kernel.LoadBytes(dev, sim.KernelFile("spin"))
	require.NoError(t, err)
	defer func() { require.NoError(t, bin.Close()) }()
	f, err := bin.Function("spin")
	require.NoError(t, err)
	require.NoError(t, f.Launch(s, 1, kernel.ArgList{}))
	for !reached.Load() {
		runtime.Gosched()
	}
	for range rounds {
		runtime.GC()
	}
	stop.Store(true)
	require.NoError(t, s.Synchronize(t.Context()))
}

// TestSpin runs in a child process.
func TestSpin(t *testing.T) {
	path := os.Getenv(spinVariable)
	if path == "" || path == "kernel" {
		t.Skip("runs in the process that TestBothRuntimesPreempt starts")
	}
	require.True(t, cshimtest.OpenLibrary(path))
	var stop atomic.Bool
	defer stop.Store(true)
	go func() {
		for !stop.Load() { // inlined: no call, so only a signal can stop it
		}
	}()
	for range rounds {
		runtime.GC()
	}
	for cshimtest.Variable("spin_collections") < rounds {
		runtime.GC()
	}
}
