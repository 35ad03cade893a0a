//go:build !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"os"
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
