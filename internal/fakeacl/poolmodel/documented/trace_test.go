// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

const traces = "testdata/traces"

// Every trace gives its expected result, every column of every line.
func TestTraces(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(traces, "*.trace"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".trace"), func(t *testing.T) {
			trace, err := os.ReadFile(file)
			require.NoError(t, err)
			expect, err := os.ReadFile(strings.TrimSuffix(file, ".trace") + ".expect")
			require.NoError(t, err)
			want := strings.Split(strings.TrimSpace(string(expect)), "\n")

			s := newScript(t)
			n := 0
			for line := range strings.Lines(string(trace)) {
				if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
					continue
				}
				require.Less(t, n, len(want), "more operations than results")
				n++
				got := column(n, line, s.do(line), s.book.Stats())
				require.Equal(t, strings.TrimSpace(want[n-1]), got, "operation %d: %s", n, line)
				checkInvariants(t, s.book)
			}
			require.Len(t, want, n, "more results than operations")
		})
	}
}

// column writes a result line: n op status offset size class and the statistics.
func column(n int, line string, r result, st poolmodel.Stats) string {
	op, _, _ := strings.Cut(line, " ")
	status := "OK"
	cells := [3]string{"-", "-", "-"}
	if r.code == driver.Success {
		copy(cells[:], r.fields)
	} else {
		status = "ERR"
	}
	return fmt.Sprintf("%d %s %s %s %d %d %d %d", n, op, status, strings.Join(cells[:], " "),
		st.Reserved, st.ReservedHigh, st.Used, st.UsedHigh)
}

// The copies are the shared traces, where those are at hand.
func TestTracesAreTheSharedOnes(t *testing.T) {
	shared := filepath.Join("..", "..", "..", "..", "shared", "traces")
	if _, err := os.Stat(shared); err != nil {
		t.Skipf("no shared traces beside the module: %v", err)
	}
	for _, pattern := range []string{"*.trace", "*.expect"} {
		theirs, err := filepath.Glob(filepath.Join(shared, pattern))
		require.NoError(t, err)
		ours, err := filepath.Glob(filepath.Join(traces, pattern))
		require.NoError(t, err)
		assert.Len(t, ours, len(theirs))
		for _, file := range theirs {
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			got, err := os.ReadFile(filepath.Join(traces, filepath.Base(file)))
			require.NoError(t, err)
			assert.True(t, bytes.Equal(want, got), filepath.Base(file))
		}
	}
}
