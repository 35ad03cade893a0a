//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/cshim"
)

// inChild is the environment variable that marks the child process of a test.
const inChild = "CSHIM_TEST_CHILD"

// alone runs body in a child process with env set, because a process can load only one ACL
// library. Failures of body are failures of t. A child starts no children, so a pattern
// that matches several tests does not multiply processes.
func alone(t *testing.T, env []string, body func(t *testing.T)) {
	t.Helper()
	switch os.Getenv(inChild) {
	case "":
	case t.Name():
		body(t)
		return
	default:
		t.Skip("this process runs another test")
	}
	var pattern []string
	for name := range strings.SplitSeq(t.Name(), "/") {
		pattern = append(pattern, "^"+regexp.QuoteMeta(name)+"$")
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.timeout=1m", "-test.run="+strings.Join(pattern, "/"), "-test.v")
	cmd.Env = append(os.Environ(), append([]string{inChild + "=" + t.Name()}, env...)...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "--- PASS: "+t.Name(), "the test did not run in its process: %s", out)
}

// build compiles sources in testdata, or skips the test if there is no compiler. A child
// uses the library that its parent has built.
func build(t testing.TB, name string, args ...string) string {
	t.Helper()
	key := "CSHIM_TEST_" + strings.ToUpper(regexp.MustCompile(`\W`).ReplaceAllString(name, "_"))
	if built := os.Getenv(key); built != "" {
		return built
	}
	path := filepath.Join(t.TempDir(), name)
	compile(t, path, args...)
	t.Setenv(key, path)
	return path
}

// compile builds a shared library at path.
func compile(t testing.TB, path string, args ...string) {
	t.Helper()
	key := strings.Join(args, " ")
	library, ok := compiled[key]
	if !ok {
		cc, err := exec.LookPath("cc")
		if err != nil {
			t.Skip("no C compiler: cc is not in PATH")
		}
		cmd := exec.Command(cc, append([]string{"-std=gnu11", "-O2", "-fPIC", "-shared", "-o", path}, args...)...)
		cmd.Dir = "testdata"
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		library, err = os.ReadFile(path)
		require.NoError(t, err)
		compiled[key] = library
	}
	require.NoError(t, os.WriteFile(path, library, 0o755))
}

// compiled are the libraries built so far, by the compiler's arguments. Many tests use the
// same ones, and each copies the file, because the loader tells libraries apart by path.
var compiled = map[string][]byte{}

// whole returns the compiler's arguments for a library with every function of the table.
func whole(source string) []string { return []string{source, "defaults.c", "-DANSWER=0"} }

// open loads the library built from a source in testdata.
func open(t testing.TB, source string) *cshim.Library {
	t.Helper()
	l, err := cshim.Open(cshim.Options{Path: build(t, "lib"+strings.TrimSuffix(source, ".c")+".so", whole(source)...)})
	require.NoError(t, err)
	return l
}
