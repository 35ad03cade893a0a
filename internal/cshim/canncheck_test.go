//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cann is a folder with headers, laid out like an installed CANN.
const cann = "testdata/cann/include"

// canncheck compiles canncheck.c with a set of headers. It returns the compiler's output
// and whether it failed.
func canncheck(t *testing.T, include string) (says string, ok bool) {
	t.Helper()
	return compileCheck(t, include, "canncheck.c", "-fsyntax-only")
}

// compileCheck compiles a file with a set of headers, as canncheck does.
func compileCheck(t *testing.T, include, file string, flags ...string) (says string, ok bool) {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler: cc is not in PATH")
	}
	out, err := exec.Command(cc, append(flags, "-std=gnu11", "-I"+include, "-x", "c", file)...).CombinedOutput()
	return string(out), err == nil
}

// changed returns a copy of the headers with one file changed.
func changed(t *testing.T, file string, change func(text string) string) (include string) {
	t.Helper()
	include = t.TempDir()
	require.NoError(t, os.CopyFS(include, os.DirFS(cann)))
	path := filepath.Join(include, "acl", file)
	before := text(t, path)
	after := change(before)
	require.NotEqual(t, before, after, "nothing has changed")
	require.NoError(t, os.WriteFile(path, []byte(after), 0o644))
	return include
}

func TestDeclarationsAgreeWithTheHeaders(t *testing.T) {
	says, ok := canncheck(t, cann)
	require.True(t, ok, says)
	assert.Empty(t, says)
}

// TestBuildWithTheHeaders runs the command that is documented for users.
func TestBuildWithTheHeaders(t *testing.T) {
	if testing.Short() {
		t.Skip("builds cgo packages of the standard library anew")
	}
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler: cc is not in PATH")
	}
	include := allHeaders(t, func(text string) string { return text })
	cmd := exec.Command("go", "build", "-tags", "canncheck", ".")
	cmd.Env = append(os.Environ(), "CGO_CFLAGS=-I"+include+" -DCANNCHECK_RELEASE=93")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)

	out, err = exec.Command("go", "list", "-tags", "canncheck", "-f", "{{.CFiles}}", ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "canncheck.c canncheckall.c", "what is built with the tag")
}

// The check fails on changes that a new release might make.
func TestWrongHeaders(t *testing.T) {
	const rt, soma = "acl_rt.h", "acl_rt_memory_soma.h"
	tests := map[string]struct{ file, old, new, want string }{
		"value changed":       {soma, "ATTR_USED_MEM_HIGH = 0x8", "ATTR_USED_MEM_HIGH = 0x9", "ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH is 8"},
		"value put in":        {rt, "\tACL_MEM_MALLOC_HUGE_ONLY,", "\tACL_MEM_MALLOC_SMALL,\n\tACL_MEM_MALLOC_HUGE_ONLY,", "ACL_MEM_MALLOC_HUGE_ONLY is 1"},
		"values swapped":      {rt, "READY = 0,\n\tACL_EVENT_RECORDED_STATUS_COMPLETE = 1", "READY = 1,\n\tACL_EVENT_RECORDED_STATUS_COMPLETE = 0", "ACL_EVENT_RECORDED_STATUS_NOT_READY is 0"},
		"flag changed":        {rt, "ACL_EVENT_IPC 0x00000040U", "ACL_EVENT_IPC 0x00000080U", "ACL_EVENT_IPC is 64"},
		"value gone":          {rt, "\tACL_MEM_P2P_HUGE1G = 17\n", "", "ACL_MEM_P2P_HUGE1G"},
		"fields swapped":      {rt, "\tuint32_t addrOffset;\n\tuint32_t dataOffset;", "\tuint32_t dataOffset;\n\tuint32_t addrOffset;", "aclrtPlaceHolderInfo.addrOffset has 4 bytes at 0"},
		"field wider":         {soma, "reserved[32]", "reserved[64]", "aclrtMemPoolProps has 56 bytes"},
		"field put in":        {soma, "\tsize_t maxSize;", "\tuint64_t flags;\n\tsize_t maxSize;", "aclrtMemPoolProps.maxSize has 8 bytes at 16"},
		"field narrower":      {soma, "\tsize_t maxSize;", "\tuint32_t maxSize;", "aclrtMemPoolProps.maxSize has 8 bytes at 16"},
		"parameter changed":   {soma, "size_t minBytesToKeep", "uint32_t minBytesToKeep", "aclrtMemPoolTrimTo is aclError"},
		"parameters swapped":  {soma, "void** ptr, size_t size", "size_t size, void** ptr", "aclrtMemPoolMallocAsync is aclError"},
		"parameter added":     {soma, "void* ptr, aclrtStream stream", "void* ptr, aclrtStream stream, uint32_t flags", "aclrtMemPoolFreeAsync is aclError"},
		"parameter not const": {soma, "const aclrtMemPoolProps*", "aclrtMemPoolProps*", "aclrtMemPoolCreate is aclError"},
		"result changed":      {rt, "const char* aclrtGetSocName", "char* aclrtGetSocName", "aclrtGetSocName is const char *"},
		"function gone":       {rt, "aclError aclrtStreamAbort(aclrtStream stream);\n", "", "aclrtStreamAbort"},
		"handle changed":      {rt, "typedef void *aclrtFuncHandle;", "typedef struct aclrtFunc *aclrtFuncHandle;", "aclrtFuncHandle is void *"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			include := changed(t, tt.file, func(text string) string { return strings.Replace(text, tt.old, tt.new, 1) })
			says, ok := canncheck(t, include)
			assert.False(t, ok)
			assert.Contains(t, says, tt.want)
		})
	}
}

// The check fails for every single wrong declaration. A macro after the headers replaces
// the right one.
func TestEveryWrongDeclarationIsFound(t *testing.T) {
	all := declarations(t)
	wrong := map[string]func(d declaration) string{ // by kind, whole declarations of C
		"VALUE": func(d declaration) string { return fmt.Sprintf("enum { wrong_%s = %s + 1 };", d.name, d.arguments[0]) },
		"TYPE":  func(d declaration) string { return fmt.Sprintf("typedef struct wrong *wrong_%s[3];", d.name) },
		"FUNCTION": func(d declaration) string {
			return fmt.Sprintf("struct wrong; aclError wrong_%s(struct wrong *);", d.name)
		},
		"SIZE": func(d declaration) string {
			var fields string
			for _, f := range all {
				if of, name, is := strings.Cut(f.name, "."); is && of == d.name {
					fields = "short " + name + "; " + fields
				}
			}
			return fmt.Sprintf("typedef struct { char gap; %s} wrong_%s;", fields, d.name)
		},
	}
	for kind, declare := range wrong {
		t.Run(kind, func(t *testing.T) {
			include := changed(t, "acl_rt_memory_soma.h", func(text string) string {
				for _, d := range all {
					if d.kind == kind {
						text += fmt.Sprintf("\n%s\n#undef %s\n#define %[2]s wrong_%[2]s\n", declare(d), d.name)
					}
				}
				return text
			})
			says, ok := canncheck(t, include)
			assert.False(t, ok)
			for _, d := range all {
				switch {
				case d.kind == kind && kind == "SIZE":
					assert.Contains(t, says, `"`+d.name+" has "+d.arguments[0]+" bytes")
				case d.kind == "FIELD" && kind == "SIZE":
					assert.Contains(t, says, `"`+d.name+" has "+d.arguments[1]+" bytes at "+d.arguments[0])
				case d.kind == kind:
					assert.Contains(t, says, `"`+d.name+" is ")
				}
			}
		})
	}
}
