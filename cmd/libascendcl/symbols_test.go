//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"debug/elf"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// releases are the releases in functions.tsv, oldest first, and last the product whose library
// alone has some more functions.
var releases = []string{"7.0", "8.0.RC1", "8.0", "8.1.RC1", "8.1", "8.5.0", "9.0.0", "9.1.0", "9.2.0-beta.1", "master", "IPV350"}

// poolFunctions is the number of memory pool functions in each release.
var poolFunctions = map[string]int{"8.5.0": 0, "9.0.0": 4, "9.1.0": 7, "master": 7, "IPV350": 7}

// foreign matches symbols that the Go toolchain exports from every C library.
var foreign = regexp.MustCompile(`^(_?x?_?cgo.*|crosscall[12]|x_crosscall2_ptr|fatalf|_init|_fini)$`)

// checkSymbols checks that a library exports the functions of a release and those of
// aclpoolsim.h, and no others.
func checkSymbols(t *testing.T, library, release string) {
	t.Helper()
	want := functionsOf(t, release)
	pools := 0
	for _, name := range want {
		if strings.HasPrefix(name, "aclrtMemPool") {
			pools++
		}
	}
	require.Equal(t, poolFunctions[release], pools)
	own := declaredIn(t, "aclpoolsim.h", `^(?:int|(?:const )?void \*|uint64_t) ?(aclpoolSim\w+)\(`)
	require.Len(t, own, 14)
	assert.Equal(t, slices.Sorted(slices.Values(append(want, own...))), exported(t, library))
}

// functionsOf returns the functions of a release.
func functionsOf(t *testing.T, release string) (names []string) {
	t.Helper()
	text, err := os.ReadFile("functions.tsv")
	require.NoError(t, err)
	required := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		since := slices.Index(releases, fields[3])
		require.NotEqual(t, -1, since, line)
		if since <= slices.Index(releases, release) {
			names = append(names, fields[0])
			if fields[2] == "required" {
				required++
			}
		}
	}
	require.Equal(t, 71, required, "every release has all required functions")
	return names
}

// exported returns the symbols that a library exports, except those of the Go runtime.
func exported(t *testing.T, library string) []string {
	t.Helper()
	file, err := elf.Open(library)
	require.NoError(t, err)
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	require.NoError(t, err)
	has := map[string]bool{}
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && elf.ST_BIND(s.Info) != elf.STB_LOCAL && !foreign.MatchString(s.Name) {
			has[s.Name] = true
		}
	}
	return slices.Sorted(maps.Keys(has))
}

// Every function that the driver calls is exported by the library.
func TestDriverCallsFunctionsOfTheLibrary(t *testing.T) {
	called := declaredIn(t, "../../internal/cshim/table.h", `X\((acl\w+),`)
	require.Greater(t, len(called), 60)
	assert.Subset(t, functionsOf(t, "IPV350"), called)
}

// declaredIn returns the names that a header declares.
func declaredIn(t *testing.T, header, pattern string) (names []string) {
	t.Helper()
	text, err := os.ReadFile(header)
	require.NoError(t, err)
	re := regexp.MustCompile(pattern)
	for line := range strings.SplitSeq(string(text), "\n") {
		if m := re.FindStringSubmatch(line); m != nil {
			names = append(names, m[1])
		}
	}
	return names
}
