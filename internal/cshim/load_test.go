//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/cshim"
	"github.com/ascend-go/aclpool/internal/cshim/cshimtest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
)

// write creates a file that is not a library.
func write(t *testing.T, path string, content []byte) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, content, 0o644))
}

// If ACLPOOL_LIBRARY names a library that cannot be loaded, no other one is tried, and the
// error says what is wrong and what to do.
func TestLoaderFaults(t *testing.T) {
	tests := map[string]struct {
		make func(t *testing.T, path string)
		want string // of the loader, or ours
	}{
		"no such file": {func(*testing.T, string) {}, "No such file or directory"},
		"not a library": {func(t *testing.T, path string) {
			write(t, path, bytes.Repeat([]byte("this is no library, only text\n"), 200))
		}, "invalid ELF header"},
		"named pipe": {func(t *testing.T, path string) { require.NoError(t, syscall.Mkfifo(path, 0o600)) }, "a named pipe"},
		"directory":  {func(t *testing.T, path string) { require.NoError(t, os.Mkdir(path, 0o755)) }, "a directory"},
		"empty file": {func(t *testing.T, path string) { write(t, path, nil) }, "file too short"},
		"wrong architecture": {func(t *testing.T, path string) {
			compile(t, path, "bare.c")
			elf, err := os.ReadFile(path)
			require.NoError(t, err)
			elf[18], elf[19] = 0xf3, 0 // e_machine: RISC-V
			write(t, path, elf)
		}, "for another processor"},
		"missing dependency": {func(t *testing.T, path string) {
			gone := filepath.Join(filepath.Dir(path), "libascend_hal.so")
			compile(t, gone, "unrelated.c")
			compile(t, path, "needy.c", gone)
			require.NoError(t, os.Remove(gone))
		}, "libascend_hal.so: cannot open shared object file"},
		"unresolved symbol": {func(t *testing.T, path string) { compile(t, path, "needy.c") }, "undefined symbol: unrelated"},
		"not ACL":           {func(t *testing.T, path string) { compile(t, path, "unrelated.c") }, "not an ACL library"},
		"link-time stub":    {func(t *testing.T, path string) { compile(t, path, "defaults.c", "-DANSWER=100039") }, "link-time stub from a devlib folder"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			path := os.Getenv("ACLPOOL_LIBRARY")
			if os.Getenv(inChild) == "" {
				path = filepath.Join(t.TempDir(), "libacl_rt.so")
				tt.make(t, path)
			}
			alone(t, []string{"ACLPOOL_LIBRARY=" + path}, func(t *testing.T) {
				for range 2 { // a failure does not stick, and does not change
					l, err := cshim.Open(cshim.Options{})
					require.Nil(t, l)
					require.ErrorIs(t, err, errclass.NotSupported)
					assert.ErrorContains(t, err, path)
					assert.ErrorContains(t, err, tt.want)
					assert.ErrorContains(t, err, "set ACLPOOL_LIBRARY to the absolute path")
					assert.ErrorContains(t, err, "build with -tags fakeacl")
					assert.NotContains(t, err.Error(), "/usr/local/Ascend", "nothing else was tried")
				}
			})
		})
	}
}

// noCANN is an environment in which the search finds only what a test adds.
func noCANN(t *testing.T) []string {
	return []string{"ACLPOOL_LIBRARY=", "ASCEND_HOME_PATH=", "ASCEND_TOOLKIT_HOME=", "LD_LIBRARY_PATH=", "HOME=" + t.TempDir()}
}

func TestNothingFound(t *testing.T) {
	alone(t, append(noCANN(t), "ASCEND_HOME_PATH=/nowhere/cann"), func(t *testing.T) {
		_, err := cshim.Open(cshim.Options{})
		require.ErrorIs(t, err, errclass.NotSupported)
		for _, want := range []string{
			"\n\tlibacl_rt.so: cannot open shared object file", "\n\tlibascendcl.so: cannot open shared object file",
			"\n\t/nowhere/cann/lib64/libacl_rt.so: cannot open", "\n\t/usr/local/Ascend/cann/lib64/libacl_rt.so: cannot open",
			"\n\t" + os.Getenv("HOME") + "/Ascend/cann/lib64/libacl_rt.so: cannot open", "ACLPOOL_LIBRARY", "-tags fakeacl",
		} {
			assert.ErrorContains(t, err, want)
		}
		cure, tried, _ := strings.Cut(err.Error(), "\n")
		assert.Contains(t, cure, "set ACLPOOL_LIBRARY to the absolute path")
		assert.Contains(t, cure, "-tags fakeacl")
		assert.NotContains(t, tried, "fakeacl")
	})
}

func TestRelativePath(t *testing.T) {
	for name, path := range map[string]string{"a name": "libacl_rt.so", "from a dot": "./libacl_rt.so", "in a folder": "lib64/libacl_rt.so"} {
		t.Run(name, func(t *testing.T) {
			alone(t, []string{"ACLPOOL_LIBRARY=" + path}, func(t *testing.T) {
				_, err := cshim.Open(cshim.Options{})
				require.ErrorIs(t, err, errclass.NotSupported)
				assert.ErrorContains(t, err, "is not absolute")
			})
		})
	}
}

// place puts the library of bare.c where the child's search finds it, and returns the
// folder.
func place(t *testing.T, below, soname string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, below, soname)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	compile(t, path, "bare.c")
	return dir
}

func TestSearch(t *testing.T) {
	tests := map[string]struct {
		make func(t *testing.T) (env []string, want string)
	}{
		"LD_LIBRARY_PATH": {func(t *testing.T) ([]string, string) {
			d := place(t, "", "libacl_rt.so")
			return []string{"LD_LIBRARY_PATH=" + d}, d + "/libacl_rt.so"
		}},
		"LD_LIBRARY_PATH with an empty element": {func(t *testing.T) ([]string, string) {
			d := place(t, "", "libacl_rt.so")
			return []string{"LD_LIBRARY_PATH=" + d + ":"}, d + "/libacl_rt.so"
		}},
		"ASCEND_HOME_PATH": {func(t *testing.T) ([]string, string) {
			d := place(t, "lib64", "libacl_rt.so")
			return []string{"ASCEND_HOME_PATH=" + d}, d + "/lib64/libacl_rt.so"
		}},
		"the older name": {func(t *testing.T) ([]string, string) {
			d := place(t, "lib64", "libascendcl.so")
			return []string{"ASCEND_TOOLKIT_HOME=" + d}, d + "/lib64/libascendcl.so"
		}},
		"the newer name wins": {func(t *testing.T) ([]string, string) {
			older, newer := place(t, "", "libascendcl.so"), place(t, "lib64", "libacl_rt.so")
			return []string{"LD_LIBRARY_PATH=" + older, "ASCEND_HOME_PATH=" + newer}, newer + "/lib64/libacl_rt.so"
		}},
		"below the home folder": {func(t *testing.T) ([]string, string) {
			d := place(t, "Ascend/cann/lib64", "libacl_rt.so")
			return []string{"HOME=" + d}, d + "/Ascend/cann/lib64/libacl_rt.so"
		}},
		"after a stub": {func(t *testing.T) ([]string, string) {
			stub, d := t.TempDir(), place(t, "lib64", "libacl_rt.so")
			compile(t, filepath.Join(stub, "libacl_rt.so"), "defaults.c", "-DANSWER=100039", "-Wl,-soname,libacl_rt.so")
			return []string{"LD_LIBRARY_PATH=" + stub, "ASCEND_HOME_PATH=" + d}, d + "/lib64/libacl_rt.so"
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var env []string
			if os.Getenv(inChild) == "" {
				made, want := tt.make(t)
				env = append(append(noCANN(t), made...), "CSHIM_TEST_WANT="+want)
			}
			alone(t, env, func(t *testing.T) {
				l, err := cshim.Open(cshim.Options{})
				require.NoError(t, err)
				assert.Equal(t, os.Getenv("CSHIM_TEST_WANT"), l.Describe())
				again, err := cshim.Open(cshim.Options{})
				require.NoError(t, err)
				assert.Same(t, l, again)
			})
		})
	}
}

// The working directory is never searched, whatever the environment variables contain.
func TestWorkingDirectoryIsNotSearched(t *testing.T) {
	tests := map[string]string{
		"unset": "", "two empty elements": ":", "a dot": ".", "empty at the end": "/nowhere:", "empty at the start": ":/nowhere",
		"empty in the middle": "/nowhere::/elsewhere", "relative": "lib64", "empty behind a semicolon": "/nowhere;",
	}
	for name, libraryPath := range tests {
		t.Run(name, func(t *testing.T) {
			var env []string
			if os.Getenv(inChild) == "" {
				d := place(t, "", "libacl_rt.so")
				compile(t, filepath.Join(d, "libascendcl.so"), "bare.c")
				require.NoError(t, os.Mkdir(filepath.Join(d, "lib64"), 0o755))
				compile(t, filepath.Join(d, "lib64", "libacl_rt.so"), "bare.c")
				env = append(noCANN(t), "LD_LIBRARY_PATH="+libraryPath, "ASCEND_HOME_PATH=.", "CSHIM_TEST_DIR="+d)
			}
			alone(t, env, func(t *testing.T) {
				t.Chdir(os.Getenv("CSHIM_TEST_DIR"))
				l, err := cshim.Open(cshim.Options{})
				require.ErrorIs(t, err, errclass.NotSupported)
				require.Nil(t, l)
				assert.ErrorContains(t, err, "lib64/libacl_rt.so: not tried: ASCEND_HOME_PATH is not absolute")
			})
		})
	}
}

// A library that is already in the process is used, even if another one is named.
func TestAlreadyInTheProcess(t *testing.T) {
	soname := "-Wl,-soname,libascendcl.so"
	build(t, "here.so", append(whole("floor.c"), soname)...)
	build(t, "other.so", "bare.c")
	alone(t, nil, func(t *testing.T) {
		here, other := build(t, "here.so"), build(t, "other.so")
		require.True(t, cshimtest.OpenLibrary(here))
		l, err := cshim.Open(cshim.Options{Path: other})
		require.NoError(t, err)
		assert.Equal(t, here, l.Describe())
		assert.True(t, l.Has("aclrtMalloc"))
		same, err := cshim.Open(cshim.Options{Path: here})
		require.NoError(t, err)
		assert.Same(t, l, same)
	})
}

// Loading fails if other code has loaded a stub under the library's name.
func TestStubAlreadyInTheProcess(t *testing.T) {
	build(t, "here.so", "defaults.c", "-DANSWER=100039", "-Wl,-soname,libacl_rt.so")
	build(t, "other.so", "bare.c")
	alone(t, nil, func(t *testing.T) {
		require.True(t, cshimtest.OpenLibrary(build(t, "here.so")))
		_, err := cshim.Open(cshim.Options{Path: build(t, "other.so")})
		require.ErrorIs(t, err, errclass.NotSupported)
		assert.ErrorContains(t, err, "link-time stub")
		assert.ErrorContains(t, err, "already in the process")
	})
}

func TestOneLibraryAProcess(t *testing.T) {
	build(t, "one.so", "bare.c")
	build(t, "two.so", "bare.c")
	alone(t, nil, func(t *testing.T) {
		one, err := cshim.Open(cshim.Options{Path: build(t, "one.so")})
		require.NoError(t, err)
		same, err := cshim.Open(cshim.Options{Path: build(t, "one.so")})
		require.NoError(t, err)
		assert.Same(t, one, same)
		_, err = cshim.Open(cshim.Options{Path: build(t, "two.so")})
		require.ErrorIs(t, err, errclass.NotSupported)
		assert.ErrorContains(t, err, one.Describe())
	})
}

// A function that the library does not have is an error only of calls that need it.
func TestMissingSymbols(t *testing.T) {
	build(t, "bare.so", "bare.c")
	alone(t, nil, func(t *testing.T) {
		l, err := cshim.Open(cshim.Options{Path: build(t, "bare.so")})
		require.NoError(t, err)
		assert.True(t, l.Has("aclInit"))
		assert.False(t, l.Has("aclrtMemPoolCreate"))
		assert.False(t, l.Has("no such function"))
		assert.Equal(t, uint32(3), ok[uint32](t)(l.DeviceCount()))
		assert.Equal(t, driver.RepeatInitialize, l.Init("").Code, "somebody else has initialised")

		missing := func(symbol string, st driver.Status) {
			t.Helper()
			assert.Equal(t, driver.Fail(driver.CodeNoSymbol, symbol), st)
		}
		missing("aclFinalize", l.Finalize())
		missing("aclrtSetDevice", statusOf(l.SetDevice(0)))
		missing("aclrtMemPoolMallocAsync", statusOf(l.MallocAsync(1, 1, 1, 1)))
		missing("aclrtMalloc", statusOf(l.Malloc(0, 1, driver.MallocHugeFirst)))
		missing("aclsysGetVersionStr", statusOf(l.VersionString("runtime")))
		_, _, st := l.MemInfo(1, driver.MemHBM)
		missing("aclrtGetMemInfo", st)
		assert.Empty(t, l.SocName())
	})
}
