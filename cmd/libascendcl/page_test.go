//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// said is what functions.tsv says of a function.
type said struct{ name, result, state string }

func saidOfFunctions(t *testing.T) (functions []said) {
	t.Helper()
	text, err := os.ReadFile("functions.tsv")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			f := strings.Split(strings.TrimRight(line, "\n"), "\t")
			functions = append(functions, said{name: f[0], result: f[4], state: f[6]})
		}
	}
	require.NotEmpty(t, functions)
	return functions
}

// The pages in both languages have a row for every function, which says what the table says, and
// why a function is not simulated, or which part of it.
func TestPagesSayWhatTheTableSays(t *testing.T) {
	pages := map[string]map[string]string{
		"../../docs/simulated-device.md":       {"works": "yes", "part": "in part: .+", "none": "no, 200006: .+"},
		"../../docs/simulated-device.zh-CN.md": {"works": "是", "part": "部分：.+", "none": "否，200006：.+"},
	}
	row := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (.*) \\|$")
	functions := saidOfFunctions(t)
	for page, words := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		rows := map[string]string{}
		for _, m := range row.FindAllStringSubmatch(string(text), -1) {
			assert.NotContains(t, rows, m[1], page)
			rows[m[1]] = m[2]
		}
		assert.Len(t, rows, len(functions), page)
		for _, f := range functions {
			assert.Regexp(t, "^"+words[f.state]+"$", rows[f.name], "%s: %s", page, f.name)
		}
	}
}

// byValue are functions that cannot be called with zeroes only on every platform: they have
// structures as parameters, or print a text that they are given.
var byValue = map[string]bool{"aclAppLog": true, "aclrtIpcOpenEventHandle": true}

// The functions that are said to return 200006 do, and no others.
func TestFunctionsDoWhatThePageSays(t *testing.T) {
	so := library(t)
	args := []string{so}
	functions := saidOfFunctions(t)
	for _, f := range functions {
		if !byValue[f.name] {
			args = append(args, f.name)
		}
	}
	out := command(t, nil, program(t, "every", "-ldl"), args...)
	for _, f := range functions {
		if byValue[f.name] {
			continue
		}
		if f.result == "aclError" {
			assert.Equal(t, f.state == "none", strings.Contains(out, f.name+" 200006\n"), f.name)
		}
		complains := strings.Contains(out, fmt.Sprintf("libascendcl: %s is not simulated", f.name))
		assert.Equal(t, f.state == "none", complains, f.name)
	}
}
