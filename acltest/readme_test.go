// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// The report that the READMEs show is that of the test above it, without the line that waits.
// The READMEs' test itself is run by the step readme.
func TestReportOfTheReadmes(t *testing.T) {
	ctx := context.Background()
	dev := acltest.New(t)
	p := acltest.Pool(t, dev, mempool.Config{Name: "batches", MaxSize: 64 << 20})
	copies := acltest.Stream(t, dev, stream.Config{Name: "copies"})
	compute := acltest.Stream(t, dev, stream.Config{Name: "compute"})
	copied := acltest.Event(t, dev)
	x, err := mempool.NewBuffer[float32](p, copies, 64)
	require.NoError(t, err)
	require.NoError(t, x.CopyFromSlice(ctx, copies, make([]float32, 64)))
	require.NoError(t, copies.Record(copied))
	require.NoError(t, x.Fill(compute, 0))
	require.NoError(t, x.FreeAfter(copies, compute))
	reports := acltest.Hazards(t, dev)
	require.Len(t, reports, 1, "one wait is missing")

	for _, name := range []string{"../README.md", "../README.zh-CN.md"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		_, block, found := strings.Cut(string(text), "--- FAIL: TestMine\n")
		require.True(t, found, name)
		block, _, _ = strings.Cut(block, "```")
		block = regexp.MustCompile(`^ *mine_test.go:\d+: acltest: `).ReplaceAllString(block, "")
		assert.Equal(t, withoutSites(reports[0].String()), withoutSites(block), name)
	}
}

// withoutSites returns the lines of a report that are no lines of source, without indentation.
func withoutSites(report string) (lines []string) {
	site := regexp.MustCompile(`^\S*\.go:\d+ `)
	for line := range strings.Lines(report) {
		if line = strings.TrimSpace(line); !site.MatchString(line) {
			lines = append(lines, line)
		}
	}
	return lines
}
