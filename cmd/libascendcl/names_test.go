//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/repotest/markdown"
)

// soname is the name by which a program finds the library that it was linked with.
const soname = "libascendcl.so"

// CANN's library has two names. A program that is linked by either, or opens either, runs on
// the simulated device, and both names are one library in a process.
func TestNames(t *testing.T) {
	so := library(t)
	assert.Equal(t, []string{soname}, dynamic(t, so, elf.DT_SONAME))

	folder := t.TempDir()
	require.NoError(t, os.Symlink(so, filepath.Join(folder, soname)))
	require.NoError(t, os.Symlink(soname, filepath.Join(folder, "libacl_rt.so")))
	for _, name := range []string{"ascendcl", "acl_rt"} {
		t.Run("linked with "+name, func(t *testing.T) {
			p := program(t, "soma", "-L"+folder, "-l"+name, "-Wl,-rpath,"+folder)
			assert.Contains(t, dynamic(t, p, elf.DT_NEEDED), soname)
			assert.Contains(t, command(t, nil, p), "all 1000003 sums are right")
		})
	}
	t.Run("linked before the library had a name of its own", func(t *testing.T) {
		for _, name := range []string{"libascendcl.so", "libacl_rt.so"} {
			p := program(t, "soma", stub(t, so, name)...)
			assert.Contains(t, dynamic(t, p, elf.DT_NEEDED), name)
			out := command(t, []string{"LD_LIBRARY_PATH=" + folder}, p)
			assert.Contains(t, out, "all 1000003 sums are right")
		}
	})
	t.Run("both opened", func(t *testing.T) {
		p := program(t, "bothnames", "-ldl")
		command(t, []string{"LD_LIBRARY_PATH=" + folder}, p)
	})
}

// stub makes a library with a name and the functions of another, none of which does anything,
// as the libraries are that CANN has for linking. It returns the compiler's flags for a
// program that is linked with it.
func stub(t *testing.T, of, name string) []string {
	t.Helper()
	var source strings.Builder
	for _, function := range exported(t, of) {
		if strings.HasPrefix(function, "acl") {
			fmt.Fprintf(&source, "int %s(void) { return 100039; }\n", function)
		}
	}
	folder := t.TempDir()
	c, so := filepath.Join(folder, "stub.c"), filepath.Join(folder, name)
	require.NoError(t, os.WriteFile(c, []byte(source.String()), 0o644))
	command(t, nil, compiler(t), "-shared", "-fPIC", c, "-Wl,-soname,"+name, "-o", so)
	return []string{"-L" + folder, "-l:" + name}
}

func dynamic(t *testing.T, path string, tag elf.DynTag) []string {
	t.Helper()
	f, err := elf.Open(path)
	require.NoError(t, err)
	defer f.Close()
	values, err := f.DynString(tag)
	require.NoError(t, err)
	return values
}

// The package documentation has the commands of the READMEs, and the tests build the library
// by them.
func TestDocumentedCommands(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	var commands []string
	for _, c := range markdown.Parse(string(text)).Commands() {
		if strings.HasPrefix(c, "cc ") || strings.HasPrefix(c, "ln ") || strings.HasPrefix(c, "./out/soma") ||
			strings.Contains(c, "-buildmode=c-shared") {
			commands = append(commands, strings.Join(strings.Fields(c), " "))
		}
	}
	require.Len(t, commands, 4)
	assert.Contains(t, commands[0], " "+named+" ")
	source, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	doc := strings.Join(strings.Fields(strings.NewReplacer("\\\n//", " ", "//", "").Replace(string(source))), " ")
	for _, c := range commands {
		assert.Contains(t, doc, c)
	}
}
