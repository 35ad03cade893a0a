// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
)

func TestMain(m *testing.M) { acltest.Main(m) }

// file writes a file of n bytes and returns its path.
func file(t *testing.T, name string, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, make([]byte, n), 0o600))
	return path
}

// Errors in the command line and in the files are found before a device is opened.
func TestBadInput(t *testing.T) {
	four, eight, seven, none := file(t, "four", 4), file(t, "eight", 8), file(t, "seven", 7), file(t, "none", 0)
	missing := filepath.Join(t.TempDir(), "missing")
	tests := map[string]struct {
		args []string
		want string // in the error
	}{
		"no elements":             {[]string{"-n", "0"}, "-n is 0: want at least one element"},
		"a negative number":       {[]string{"-n", "-5"}, "-n is -5: want at least one element"},
		"no number":               {[]string{"-n", "many"}, `invalid value "many" for flag -n`},
		"no blocks":               {[]string{"-blocks", "0"}, "-blocks is 0: want a number from 1"},
		"one file":                {[]string{"-x", four}, "-x and -y go together"},
		"the other file":          {[]string{"-y", four}, "-x and -y go together"},
		"files and a number":      {[]string{"-n", "1", "-x", four, "-y", four}, "choose one"},
		"files without flags":     {[]string{four, four}, "files are given by -x and -y"},
		"an unknown flag":         {[]string{"-w", "1"}, "flag provided but not defined: -w"},
		"files of other lengths":  {[]string{"-x", four, "-y", eight}, "has 1 elements and " + eight + " has 2: want the same number"},
		"no whole number":         {[]string{"-x", eight, "-y", seven}, "has 7 bytes, which is not a whole number of float32"},
		"an empty file":           {[]string{"-x", none, "-y", none}, "is empty: want at least one float32"},
		"a missing file":          {[]string{"-x", missing, "-y", four}, missing},
		"a second file missing":   {[]string{"-x", four, "-y", missing}, missing},
		"a folder and not a file": {[]string{"-x", t.TempDir(), "-y", four}, "is not a regular file"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.ErrorContains(t, run(context.Background(), tt.args, io.Discard), tt.want)
		})
	}
}

func TestHelp(t *testing.T) {
	var out bytes.Buffer
	require.ErrorIs(t, run(context.Background(), []string{"-h"}, &out), flag.ErrHelp)
	for _, name := range []string{"-n ", "-x ", "-y ", "-z ", "-device ", "-kernel ", "-blocks "} {
		assert.Contains(t, out.String(), name)
	}
}

func TestVectorFileRoundTrip(t *testing.T) {
	want := make([]float32, 100_003) // no multiple of what is read at once
	require.NoError(t, randomVector{7}.read(want, 0))
	path := filepath.Join(t.TempDir(), "vector")
	require.NoError(t, writeVector(path, want))
	v, n, err := openVector(path)
	require.NoError(t, err)
	defer v.close()
	require.Equal(t, len(want), n)
	got := make([]float32, n)
	require.NoError(t, v.read(got, 0))
	assert.Equal(t, want, got)
	require.NoError(t, v.read(got[:10], n-10))
	assert.Equal(t, want[n-10:], got[:10], "from the middle on")
	assert.Error(t, v.read(got, 1), "behind the end")
}

func TestCheckFindsEveryDifference(t *testing.T) {
	const n = 2*chunk + 3
	x, y := randomVector{1}, randomVector{2}
	z, b := make([]float32, n), make([]float32, n)
	require.NoError(t, x.read(z, 0))
	require.NoError(t, y.read(b, 0))
	for i := range z {
		z[i] += b[i]
	}
	require.NoError(t, check(z, x, y))
	for _, i := range []int{0, 1, chunk - 1, chunk, n - 1} {
		right := z[i]
		z[i] += 1.0 / 1024
		assert.ErrorContains(t, check(z, x, y), "is wrong", "element %d", i)
		z[i] = right
	}
}
