// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// folder is t.TempDir, but for a failure to remove it: Wine fails with that.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "fakeacl")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
