//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"path/filepath"
	"testing"
)

// C programs against the library: each ends with an error at the first thing wrong.
func TestPrograms(t *testing.T) {
	tests := map[string]struct {
		env    []string
		byHand bool // opened with dlopen, not linked
	}{
		"contexts":    {env: []string{"ACLPOOL_SIM_DEVICES=2"}},
		"environment": {},
		"errors":      {env: []string{"ACLPOOL_SIM_DEVICES=2"}},
		"kernels":     {},
		"nulls":       {},
		"pools":       {},
		"threads":     {env: []string{"ACLPOOL_SIM_DEVICES=2"}, byHand: true},
	}
	so := library(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), name)
			args := []string{"-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", program,
				filepath.Join("testdata", name+".c")}
			if tt.byHand {
				command(t, nil, compiler(t), append(args, "-ldl")...)
				command(t, tt.env, program, so)
				return
			}
			command(t, nil, compiler(t), append(args, so, "-Wl,-rpath,"+filepath.Dir(so))...)
			command(t, tt.env, program)
		})
	}
}
