//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
)

// faultVariable is the environment variable that enables TestFaults in a child process.
const faultVariable = "LIBASCENDCL_TEST_FAULTS"

// The library's runtime handles faults first and forwards those of the program: nil pointer
// dereferences are still panics, on threads of either runtime.
func TestFaultsOfTheProgramAreItsOwn(t *testing.T) {
	out := command(t, []string{faultVariable + "=yes", libraryVariable + "=" + library(t)}, os.Args[0],
		"-test.run=^TestFaults$", "-test.timeout=1m", "-test.v")
	require.Contains(t, out, "--- PASS: TestFaults")
}

var nothing *int

// TestFaults runs in a child process.
func TestFaults(t *testing.T) {
	if os.Getenv(faultVariable) == "" {
		t.Skip("runs in the process that TestFaultsOfTheProgramAreItsOwn starts")
	}
	require.NoError(t, sim.RegisterKernel("fault", func(*sim.Call) error {
		*nothing = 1
		return nil
	}))
	dev := acltest.New(t)
	assert.Panics(t, func() { *nothing = 1 }, "on a thread that has called the library")

	s := acltest.Stream(t, dev)
	bin, err := kernel.LoadBytes(dev, sim.KernelFile("fault"))
	require.NoError(t, err)
	defer func() { require.NoError(t, bin.Close()) }()
	f, err := bin.Function("fault")
	require.NoError(t, err)
	require.NoError(t, f.Launch(s, 1, kernel.ArgList{}))
	err = s.Synchronize(t.Context())
	require.ErrorIs(t, err, acl.ErrDevice, "in a kernel, on a thread of the library")
	assert.ErrorContains(t, err, "nil pointer dereference")
	require.NoError(t, s.Close(t.Context()), "the failure has been reported")
}
