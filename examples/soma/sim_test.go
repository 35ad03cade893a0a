//go:build fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
)

// runOnce runs the program and then closes the device as its main function does.
func runOnce(t *testing.T, args ...string) (string, error) {
	t.Helper()
	t.Cleanup(func() { assert.NoError(t, acl.ShutdownForce(context.Background())) })
	var out bytes.Buffer
	err := run(context.Background(), args, &out)
	return out.String(), err
}

func TestSizes(t *testing.T) {
	for _, n := range []int{1, 7, 1_000_003, 64 << 20} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			if n > 1<<20 && testing.Short() {
				t.Skip("takes a gigabyte of memory and some seconds")
			}
			out, err := runOnce(t, "-n", strconv.Itoa(n))
			require.NoError(t, err)
			assert.Contains(t, out, "all "+strconv.Itoa(n)+" sums are right\n")
		})
	}
}

// More blocks than elements leave some blocks without work.
func TestBlocks(t *testing.T) {
	for _, blocks := range []string{"1", "3", "100"} {
		_, err := runOnce(t, "-n", "10", "-blocks", blocks)
		require.NoError(t, err, blocks)
	}
}

func TestStatisticsOfEveryStep(t *testing.T) {
	out, err := runOnce(t, "-n", "1000003") // three vectors of 3.8 MiB, and the arguments
	require.NoError(t, err)
	// The number of frees that the stream has executed by then depends on timing.
	out = regexp.MustCompile(`(freed, .*pending) +\d+`).ReplaceAllString(out, "${1}     N")
	assert.Equal(t, `device 0: Ascend910B3, 65536 of 65536 MiB free
driver: simulated Ascend910B3, 1 device of 65536 MiB
pool made                        used     0 MiB  reserved     0 MiB  pending     0 MiB
allocated x, y, z, arguments     used    14 MiB  reserved    14 MiB  pending     0 MiB
copied in, launched, copied out  used    14 MiB  reserved    14 MiB  pending     0 MiB
freed, without waiting           used     0 MiB  reserved    14 MiB  pending     N MiB
synchronized                     used     0 MiB  reserved    14 MiB  pending     0 MiB
trimmed                          used     0 MiB  reserved     0 MiB  pending     0 MiB
all 1000003 sums are right
`, out)
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	require.NoError(t, writeVector(path("x"), []float32{1, -2, 0.5, nan, inf, inf, math.MaxFloat32}))
	require.NoError(t, writeVector(path("y"), []float32{2, 2, 0.25, 1, 1, -inf, math.MaxFloat32}))
	_, err := runOnce(t, "-x", path("x"), "-y", path("y"), "-z", path("z"))
	require.NoError(t, err)
	z, n, err := openVector(path("z"))
	require.NoError(t, err)
	defer z.close()
	got := make([]float32, n)
	require.NoError(t, z.read(got, 0))
	assert.Equal(t, []float32{3, 0, 0.75}, got[:3])
	assert.True(t, math.IsNaN(float64(got[3])))
	assert.Equal(t, inf, got[4])
	assert.True(t, math.IsNaN(float64(got[5])), "inf - inf")
	assert.Equal(t, inf, got[6], "too large")
}

// A file may stand for the kernel, as on an NPU.
func TestKernelFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "add_custom.txt")
	require.NoError(t, os.WriteFile(path, []byte("aclpool-sim 1\n# the kernel\nadd_custom\n"), 0o600))
	_, err := runOnce(t, "-n", "3", "-kernel", path)
	require.NoError(t, err)
}

func TestFailures(t *testing.T) {
	noKernel := filepath.Join(t.TempDir(), "other.txt")
	require.NoError(t, os.WriteFile(noKernel, []byte("aclpool-sim 1\nother\n"), 0o600))
	tests := map[string]struct {
		env  map[string]string
		args []string
		want error
		text string
	}{
		"no such device":          {args: []string{"-device", "3"}, want: acl.ErrInvalid, text: "device 3"},
		"no such kernel file":     {args: []string{"-kernel", noKernel + "x"}, want: acl.ErrInvalid, text: "other.txtx"},
		"not in the binary":       {args: []string{"-kernel", noKernel}, want: acl.ErrInvalid, text: "add_custom"},
		"a product without pools": {env: map[string]string{"ACLPOOL_SIM_PRODUCT": "A3"}, want: acl.ErrNotSupported, text: "pools"},
		"no such product":         {env: map[string]string{"ACLPOOL_SIM_PRODUCT": "A1"}, want: acl.ErrInvalid, text: "A2, A3, 310P"},
		"too little memory":       {env: map[string]string{"ACLPOOL_SIM_MEMORY": "8388608"}, want: acl.ErrOutOfMemory, text: "3.815 MiB"},
		"more than 64 bits":       {args: []string{"-n", strconv.Itoa(1 << 62)}, want: acl.ErrInvalid, text: "64 bits"},
		"nowhere to write":        {args: []string{"-n", "3", "-z", t.TempDir()}, text: "is a directory"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for k, v := range tt.env {
				t.Setenv(k, v)
			}
			_, err := runOnce(t, tt.args...)
			require.ErrorContains(t, err, tt.text)
			if tt.want != nil {
				require.ErrorIs(t, err, tt.want)
			}
		})
	}
}

func TestContextEnds(t *testing.T) {
	t.Cleanup(func() { assert.NoError(t, acl.ShutdownForce(context.Background())) })
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, run(ctx, nil, io.Discard), context.Canceled)
}
