//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/hazard"
)

// cProgram is a C program in testdata, which exits with an error at the first check that fails.
type cProgram struct {
	env    []string
	byHand bool // opened with dlopen, not linked
	says   []string
	wrong  []hazard.Kind // violations of stream order that it commits on purpose
	since  string        // the first release with the functions that it needs; "": it needs those of all
}

var programs = map[string]cProgram{
	"arguments":   {since: "8.5.0"},
	"attributes":  {since: "8.5.0", wrong: []hazard.Kind{hazard.UnrecordedWait}},
	"batches":     {env: []string{"ACLPOOL_SIM_DEVICES=2"}, since: "8.5.0"},
	"callbacks":   {},
	"contexts":    {env: []string{"ACLPOOL_SIM_DEVICES=2"}, wrong: []hazard.Kind{hazard.DoubleFree}},
	"devices":     {env: []string{"ACLPOOL_SIM_DEVICES=2"}, since: "8.5.0"},
	"early":       {},
	"environment": {},
	"errors":      {env: []string{"ACLPOOL_SIM_DEVICES=2"}},
	"forks":       {},
	"inits":       {since: "8.5.0"},
	"initfile":    {env: []string{"ACLPOOL_SIM_DEVICES=2"}},
	"kernels":     {},
	"managed":     {since: "9.1.0"},
	"mapped":      {since: "9.1.0"},
	"memorytasks": {since: "9.1.0", wrong: []hazard.Kind{hazard.DoubleFree}},
	"notifies":    {since: "9.1.0", wrong: []hazard.Kind{hazard.UnrecordedWait}},
	"nulls":       {},
	"panics":      {},
	"pools":       {wrong: []hazard.Kind{hazard.DoubleFree, hazard.OutOfBounds, hazard.UnorderedUse}},
	"queries":     {env: []string{"ACLPOOL_SIM_DEVICES=2"}},
	"records":     {env: []string{"ACLPOOL_SIM_DEVICES=2"}, since: "8.5.0", wrong: []hazard.Kind{hazard.UnrecordedWait}},
	"soma": {says: []string{
		"allocated x, y, z, arguments: 14 MiB used, 14 reserved",
		"freed, without waiting: 0 MiB used, 14 reserved",
		"trimmed: 0 MiB used, 0 reserved",
		"all 1000003 sums are right",
	}},
	"threads":     {env: []string{"ACLPOOL_SIM_DEVICES=2"}, byHand: true},
	"twothreads":  {env: []string{"ACLPOOL_SIM_DEVICES=2"}},
	"visible":     {since: "9.1.0"},
	"virtual":     {env: []string{"ACLPOOL_SIM_DEVICES=2"}, since: "8.5.0"},
	"watchers":    {since: "9.0.0"},
	"unsupported": {says: []string{"[ERROR] unsupported.c:2 main: shown, 42"}},
}

// The test runs the programs against the library with the functions of all releases, which
// reports violations of stream order.
func TestPrograms(t *testing.T) {
	so := library(t)
	for name, p := range programs {
		t.Run(name, func(t *testing.T) {
			p.env = append(slices.Clone(p.env), reporting)
			p.checkReports(t, p.run(t, name, so))
		})
	}
}

// checkPrograms runs the programs that a release has the functions for.
func checkPrograms(t *testing.T, so, release string) {
	for name, p := range programs {
		if p.since != "" && slices.Index(releases, p.since) <= slices.Index(releases, release) {
			t.Run(name, func(t *testing.T) { p.run(t, name, so) })
		}
	}
}

// The programs of the families of functions are clean under the sanitizers for addresses and for
// undefined behaviour.
func TestProgramsSanitized(t *testing.T) {
	so := library(t)
	if testing.Short() {
		t.Skip("programs with sanitizers take longer")
	}
	for name, p := range programs {
		if p.since != "" {
			t.Run(name, func(t *testing.T) {
				flags := append(linked(t, so), "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")
				command(t, append(p.env, "ASAN_OPTIONS=detect_leaks=0"), program(t, name, flags...))
			})
		}
	}
}

// run runs the program on a library, which is the only one of its folder, and checks what it
// prints, which it returns. The loader looks up all functions at the start, as a linker would.
func (p cProgram) run(t *testing.T, name, so string) (out string) {
	t.Helper()
	if p.byHand {
		out = command(t, p.env, compiled(t, name, "-ldl"), so)
	} else {
		require.Equal(t, soname, filepath.Base(so))
		env := append(slices.Clip(p.env), "LD_LIBRARY_PATH="+filepath.Dir(so), "LD_BIND_NOW=1")
		out = command(t, env, compiled(t, name, "-L"+filepath.Dir(library(t)), "-lascendcl"))
	}
	for _, line := range p.says {
		assert.Contains(t, out, line+"\n")
	}
	return out
}

var compiledPrograms = map[string]string{}

// compiled is program for a program that several tests run: it is compiled once.
func compiled(t *testing.T, name string, flags ...string) string {
	t.Helper()
	if _, ok := compiledPrograms[name]; !ok {
		compiledPrograms[name] = compile(t, scratch, name, flags...)
	}
	return compiledPrograms[name]
}

// linked returns the compiler's flags for linking with a library, which programs know as
// libascendcl.so.
func linked(t *testing.T, so string) []string {
	t.Helper()
	folder := filepath.Dir(so)
	return []string{"-L" + folder, "-l:" + filepath.Base(so), "-Wl,-rpath," + folder}
}

// A function that is not simulated prints a message once, however often it is called. The
// program's own log lines are printed from the configured level on.
func TestUnsupportedFunctionsSayTheirNamesOnce(t *testing.T) {
	out := command(t, nil, program(t, "unsupported", linked(t, library(t))...))
	for _, name := range []string{"aclrtRegisterCpuFunc", "aclrtGetFunctionAddr", "aclrtGetHardwareSyncAddr"} {
		assert.Equal(t, 1, strings.Count(out, "libascendcl: "+name+" is not simulated"), out)
	}
	assert.NotContains(t, out, "not shown")
}

// program compiles a program of testdata and returns its path.
func program(t *testing.T, name string, flags ...string) string {
	t.Helper()
	return compile(t, t.TempDir(), name, flags...)
}

func compile(t *testing.T, folder, name string, flags ...string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	args := []string{"-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", path,
		filepath.Join("testdata", name+".c")}
	command(t, nil, compiler(t), append(args, flags...)...)
	return path
}
