//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each build tag makes a library with the functions of its release, whose pools do what
// those of the release do, unless the environment says otherwise.
func TestReleases(t *testing.T) {
	tests := map[string]struct {
		tag, release string
		env          []string
		found        string // by a program that opens it
	}{
		"documented": {release: "master", found: pools(true, true, true)},
		"documented functions, pools of a release": {release: "master",
			env: []string{"ACLPOOL_SIM_BEHAVIOUR=cannmaster"}, found: pools(true, false, false)},
		"8.5":    {tag: "nopools", release: "8.5.0", found: "has pools: no\n"},
		"9.0":    {tag: "cann90", release: "9.0.0", found: pools(false, false, false)},
		"9.1":    {tag: "cann91", release: "9.1.0", found: pools(true, true, false)},
		"newest": {tag: "cannmaster", release: "master", found: pools(true, false, false)},
		"9.1, as the documents have it": {tag: "cann91", release: "9.1.0",
			env: []string{"ACLPOOL_SIM_BEHAVIOUR=documented"}, found: pools(true, true, true)},
	}
	opened := program(t, "opened", "-ldl")
	built := map[string]string{"": library(t)}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			so, ok := built[tt.tag]
			if !ok {
				if testing.Short() {
					t.Skip("builds a library")
				}
				var err error
				so, err = shared("libascendcl_"+tt.tag+".so", module+"/cmd/libascendcl", "-tags="+tt.tag)
				require.NoError(t, err)
				built[tt.tag] = so
			}
			checkSymbols(t, so, tt.release)
			assert.Equal(t, tt.found, command(t, tt.env, opened, so))
		})
	}
}

// pools is what the program says of a library with pools.
func pools(allocate, reuse, trim bool) string {
	answer := func(question string, yes bool) string {
		if yes {
			return question + ": yes\n"
		}
		return question + ": no\n"
	}
	found := answer("has pools", true) + answer("allocates from them", allocate)
	if allocate {
		found += answer("reuses memory of the stream", reuse) + answer("gives memory back at a synchronize", trim)
	}
	return found
}
