//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The test runs C programs against the library. Each exits with an error at the first check
// that fails.
func TestPrograms(t *testing.T) {
	tests := map[string]struct {
		env    []string
		byHand bool // opened with dlopen, not linked
		says   []string
	}{
		"callbacks":   {},
		"contexts":    {env: []string{"ACLPOOL_SIM_DEVICES=2"}},
		"early":       {},
		"environment": {},
		"errors":      {env: []string{"ACLPOOL_SIM_DEVICES=2"}},
		"kernels":     {},
		"nulls":       {},
		"panics":      {},
		"pools":       {},
		"queries":     {env: []string{"ACLPOOL_SIM_DEVICES=2"}},
		"soma": {says: []string{
			"allocated x, y, z, arguments: 14 MiB used, 14 reserved",
			"freed, without waiting: 0 MiB used, 14 reserved",
			"trimmed: 0 MiB used, 0 reserved",
			"all 1000003 sums are right",
		}},
		"threads":     {env: []string{"ACLPOOL_SIM_DEVICES=2"}, byHand: true},
		"twothreads":  {env: []string{"ACLPOOL_SIM_DEVICES=2"}},
		"unsupported": {says: []string{"[ERROR] unsupported.c:2 main: shown, 42"}},
	}
	so := library(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			out := ""
			if tt.byHand {
				out = command(t, tt.env, program(t, name, "-ldl"), so)
			} else {
				folder := filepath.Dir(so)
				out = command(t, tt.env, program(t, name, "-L"+folder, "-lascendcl", "-Wl,-rpath,"+folder))
			}
			for _, line := range tt.says {
				assert.Contains(t, out, line+"\n")
			}
		})
	}
}

// A function that is not simulated prints a message once, however often it is called. The
// program's own log lines are printed from the configured level on.
func TestUnsupportedFunctionsSayTheirNamesOnce(t *testing.T) {
	folder := filepath.Dir(library(t))
	out := command(t, nil, program(t, "unsupported", "-L"+folder, "-lascendcl", "-Wl,-rpath,"+folder))
	for _, name := range []string{"aclrtReserveMemAddress", "aclrtSetOpExecuteTimeOut", "aclrtIpcOpenEventHandle", "aclrtCreateBinary"} {
		assert.Equal(t, 1, strings.Count(out, "libascendcl: "+name+" is not simulated"), out)
	}
	assert.NotContains(t, out, "not shown")
}

// program compiles a program of testdata and returns its path.
func program(t *testing.T, name string, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	args := []string{"-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", path,
		filepath.Join("testdata", name+".c")}
	command(t, nil, compiler(t), append(args, flags...)...)
	return path
}
