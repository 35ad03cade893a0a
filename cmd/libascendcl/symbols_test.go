//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"debug/elf"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// foreign are names that the Go runtime shows in every C library.
var foreign = regexp.MustCompile(`^(_?x?_?cgo.*|crosscall[12]|x_crosscall2_ptr|fatalf|_init|_fini)$`)

// The library has every function that the driver calls, the simulated device's own, and
// nothing else that is ours.
func TestSymbols(t *testing.T) {
	file, err := elf.Open(library(t))
	require.NoError(t, err)
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	require.NoError(t, err)
	has := map[string]bool{}
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && elf.ST_BIND(s.Info) == elf.STB_GLOBAL {
			has[s.Name] = true
		}
	}
	declared := declaredIn(t, "../../internal/cshim/table.h", `X\((acl\w+),`)
	require.Greater(t, len(declared), 60)
	declared = append(declared, declaredIn(t, "abi.h", `^aclError (acl\w+)\(`)...)
	own := declaredIn(t, "aclpoolsim.h", `^(?:int|void \*|uint64_t) ?(aclpoolSim\w+)\(`)
	require.Len(t, own, 7)
	for _, name := range append(declared, own...) {
		assert.True(t, has[name], "%s is missing", name)
		delete(has, name)
	}
	for name := range has {
		assert.Regexp(t, foreign, name, "is seen outside")
	}
}

// declaredIn answers the names that a header declares.
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
