//go:build !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"debug/elf"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
)

// The program is built as for an NPU and runs on the simulated device as a C library.
func TestOnTheLibrary(t *testing.T) {
	if os.Getenv("ACLPOOL_LIBRARY") == "" {
		t.Skip("ACLPOOL_LIBRARY names no library: build one from cmd/libascendcl")
	}
	if !simulates(t, os.Getenv("ACLPOOL_LIBRARY")) {
		t.Skip("ACLPOOL_LIBRARY does not simulate, and the kernel of the program is in Go")
	}
	for _, n := range []int{1, 7, 1_000_003} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Cleanup(func() { assert.NoError(t, acl.ShutdownForce(context.Background())) })
			var out bytes.Buffer
			require.NoError(t, run(context.Background(), []string{"-n", strconv.Itoa(n)}, &out))
			assert.Contains(t, out.String(), "driver: "+os.Getenv("ACLPOOL_LIBRARY"))
			assert.Contains(t, out.String(), "all "+strconv.Itoa(n)+" sums are right\n")
		})
	}
}

// simulates reports whether a library has the functions of the simulated device.
func simulates(t *testing.T, library string) bool {
	t.Helper()
	file, err := elf.Open(library)
	require.NoError(t, err)
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	require.NoError(t, err)
	return slices.ContainsFunc(symbols, func(s elf.Symbol) bool { return s.Name == "aclpoolSimRegisterKernel" })
}
