// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const traces = "../../internal/fakeacl/poolmodel/documented/testdata/traces"

// outcome is the exit status and the output of a run.
type outcome struct {
	status   int
	out, err string
}

func tool(in string, args ...string) outcome {
	var out, err strings.Builder
	status := run(args, streams{in: strings.NewReader(in), out: &out, err: &err})
	return outcome{status, out.String(), err.String()}
}

// file writes a trace to a file and returns its path.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.trace")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestReplayResults(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(traces, "*.trace"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	all := ""
	for _, f := range files {
		want, err := os.ReadFile(strings.TrimSuffix(f, ".trace") + ".expect")
		require.NoError(t, err)
		assert.Equal(t, outcome{out: string(want)}, tool("", "replay", "-results", f))
		all += string(want)
	}
	assert.Equal(t, outcome{out: all}, tool("", append([]string{"replay", "-results"}, files...)...), "one after the other")
}

func TestReplayStandardInput(t *testing.T) {
	const text, want = "pool 2097152\nsync 1\n", "1 pool OK 0 2097152 - 0 0 0 0\n2 sync OK - - - 0 0 0 0\n"
	assert.Equal(t, outcome{out: want}, tool(text, "replay", "-results"))
	assert.Equal(t, outcome{out: want}, tool(text, "replay", "-results", "-"))
	assert.Equal(t, outcome{out: want + "1 syncdev OK - - - 0 0 0 0\n"}, tool(text, "replay", "-results", "-", file(t, "syncdev\n")))
}

func TestReplayJSON(t *testing.T) {
	f := file(t, "pool 4194304\nalloc a 3000000 1\nalloc b 1 1\nfree c 1\n")
	got := tool("sync 1\n", "replay", "-json", f, "-")
	require.Equal(t, 0, got.status, got.err)
	lines := strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
	require.Len(t, lines, 2)
	var first, second map[string]any
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &first))
	require.NoError(t, json.Unmarshal([]byte(lines[1]), &second))
	assert.Positive(t, first["ns_per_op"])
	delete(first, "ns_per_op")
	assert.Equal(t, map[string]any{
		"file": f, "engine": "native", "operations": 4., "out_of_memory": 1., "other_errors": 1.,
		"reuse":          map[string]any{"fresh": 1., "same-stream": 0., "event": 0., "opportunistic": 0., "internal": 0.},
		"peak_requested": 3e6, "peak_used": 4194304., "peak_reserved": 4194304., "largest_free": 0.,
	}, first)
	assert.Equal(t, "-", second["file"])
}

func TestReplaySummary(t *testing.T) {
	got := tool("pool 4194304\nalloc a 8388608 1\n", "replay")
	assert.Equal(t, 0, got.status, "out of memory is a result")
	assert.Empty(t, got.err)
	assert.Contains(t, got.out, "-, engine native\n  operations      2\n  refused         1: out of memory 1, other errors 0\n")
}

func TestReplayBehaviours(t *testing.T) {
	const text = "pool 4194304\nalloc a 1 1\nfree a 1\nalloc b 1 1\n"
	for name, class := range map[string]string{
		"documented": "same-stream", "cann90": "-", "cann91": "same-stream", "cannmaster": "none", "canndev": "same-stream",
	} {
		got := tool(text, "replay", "-results", "-behaviour", name)
		require.Equal(t, 0, got.status, got.err)
		last := strings.Fields(strings.Split(got.out, "\n")[3])
		assert.Equal(t, class, last[5], name)
	}
}

func TestFailures(t *testing.T) {
	malformed, missing := file(t, "pool 0\n\nalloc a\n"), filepath.Join(t.TempDir(), "none.trace")
	tests := map[string]struct {
		args []string
		err  string
	}{
		"no command":           {nil, "usage: aclpool COMMAND"},
		"unknown command":      {[]string{"play"}, `unknown command "play"`},
		"unknown flag":         {[]string{"replay", "-speed"}, "flag provided but not defined: -speed"},
		"malformed line":       {[]string{"replay", malformed}, malformed + ":3: "},
		"malformed, results":   {[]string{"replay", "-results", malformed}, malformed + ":3: "},
		"malformed, JSON":      {[]string{"replay", "-json", malformed}, malformed + ":3: "},
		"newer trace":          {[]string{"replay", file(t, "# aclpool trace 2\nsync 1\n")}, ":1: the trace has version 2"},
		"missing file":         {[]string{"replay", missing}, missing},
		"a folder":             {[]string{"replay", t.TempDir()}, "read line 1"},
		"unknown behaviour":    {[]string{"replay", "-behaviour", "cann80"}, "want one of documented, cann90, cann91, cannmaster, canndev"},
		"unknown engine":       {[]string{"replay", "-engine", "caching"}, `unknown engine "caching": want native`},
		"two kinds of output":  {[]string{"replay", "-results", "-json"}, "-results and -json exclude each other"},
		"flag without a value": {[]string{"replay", "-behaviour"}, "flag needs an argument"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := tool("", tt.args...)
			assert.Equal(t, 2, got.status)
			assert.Contains(t, got.err, tt.err)
			if name != "malformed, results" {
				assert.Empty(t, got.out)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	for _, arg := range []string{"help", "-h", "--help"} {
		got := tool("", arg)
		assert.Equal(t, 0, got.status)
		assert.Contains(t, got.out, "replay   replay traces of pool operations")
	}
	got := tool("", "replay", "-h")
	assert.Equal(t, 0, got.status)
	for _, word := range []string{"-results", "-json", "-behaviour", "-engine", "cannmaster", "alloc <id> <bytes> <stream>", "# aclpool trace 1"} {
		assert.Contains(t, got.err, word)
	}
}

func TestProgressIsForTerminals(t *testing.T) {
	summary, results := replayOptions{}, replayOptions{results: true}
	both, filed, piped := streams{outTerminal: true, errTerminal: true}, streams{errTerminal: true}, streams{}
	assert.True(t, summary.showsProgress(both))
	assert.True(t, summary.showsProgress(filed))
	assert.True(t, results.showsProgress(filed))
	assert.False(t, results.showsProgress(both), "result lines show progress themselves")
	assert.False(t, summary.showsProgress(piped))
}

// The progress line is erased at the end.
func TestProgress(t *testing.T) {
	var w strings.Builder
	p := progress{w: &w, file: "a.trace", size: 200}
	p.show(1, 10)
	assert.Empty(t, w.String(), "too early")
	p.shown = p.shown.Add(-interval)
	p.show(1000, 100)
	assert.Equal(t, "\ra.trace: 1000 operations, 0 MB, 50 %", w.String())
	w.Reset()
	p.clear()
	assert.Equal(t, "\r"+strings.Repeat(" ", len("a.trace: 1000 operations, 0 MB, 50 %"))+"\r", w.String())
}
