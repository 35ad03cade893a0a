// SPDX-License-Identifier: Apache-2.0

package gentable_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/gentable"
)

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "codes.tsv")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestRead(t *testing.T) {
	path := write(t, "# code, number\nOK\t0\n#\nBUSY\t\n")
	rows, err := gentable.Read(path, "code", "number")
	require.NoError(t, err)
	assert.Equal(t, []gentable.Row{
		{Where: path + ":2", Fields: []string{"OK", "0"}},
		{Where: path + ":4", Fields: []string{"BUSY", ""}},
	}, rows)
}

func TestErrors(t *testing.T) {
	_, err := gentable.Read(write(t, "OK\t0\nBUSY\n"), "code", "number")
	require.ErrorContains(t, err, "codes.tsv:2: 1 fields: want code, number, separated by tabs")
	_, err = gentable.Read(write(t, "OK\t0\n\n"), "code", "number")
	require.ErrorContains(t, err, "codes.tsv:2: ", "an empty line is not a row")
	_, err = gentable.Read(write(t, strings.Repeat("x", bufio.MaxScanTokenSize+1)), "code")
	require.ErrorIs(t, err, bufio.ErrTooLong)
	_, err = gentable.Read(filepath.Join(t.TempDir(), "none.tsv"), "code")
	require.ErrorIs(t, err, os.ErrNotExist)
}
