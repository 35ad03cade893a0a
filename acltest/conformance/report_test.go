// SPDX-License-Identifier: Apache-2.0

package conformance_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const endOfReport = "conformance: ---- end of report ----"

// A run over the simplest chapter is enough for a report.
func runForAReport(t *testing.T, env ...string) string {
	t.Helper()
	return runAlone(t, "^TestDevice$/^(device|native)$/^(opens|sizes)$", env...)
}

func TestReportIsTheEndOfTheOutput(t *testing.T) {
	out := runForAReport(t)
	assert.Equal(t, 1, strings.Count(out, endOfReport))
	assert.True(t, strings.HasSuffix(strings.TrimSpace(out), endOfReport), "%s", out)
	assert.Less(t, strings.LastIndex(out, "--- PASS"), strings.Index(out, "---- report ----"))
}

func TestReportGoesToAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.txt")
	require.NoError(t, os.WriteFile(path, []byte("an old report"), 0o600))
	runForAReport(t, "ACLPOOL_CONFORMANCE_REPORT="+path)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(text), "conformance: ---- report ----\n"), "%s", text)
	assert.True(t, strings.HasSuffix(string(text), endOfReport+"\n"), "%s", text)
	assert.Contains(t, string(text), "device     0 of ")
}
