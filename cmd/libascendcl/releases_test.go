//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// device is what a build tag and the environment make of the library.
type device struct {
	tag, release string // the release whose functions it has
	env          []string
	found        string   // by a C program that opens it
	mempool      string   // which tests of package mempool hold there
	says         []string // the report of the conformance suite; none: the suite is not run
}

// devices are the releases, documented and as they are, and a product without pools.
var devices = map[string]device{
	"documented": {release: "master", found: pools(true, true, true), mempool: ".", says: []string{
		"chip       Ascend910B3", "pool calls all 7",
		probed("reuse in a stream", "confirmed"),
		probed("reuse by event", "confirmed"),
		"native     native: the Config asks for it\n",
		row("opens with the default Reuse", "yes", "yes"),
		row("reuse inside a stream", "yes", "yes"),
		row("reuse behind an event", "yes", "yes"),
		row("what another stream has freed is for", "the freeing stream", "the freeing stream"),
		row("trims around pending frees", "yes", "yes"),
	}},
	"8.5": {tag: "nopools", release: "8.5.0", found: "has pools: no\n", says: []string{
		"pool calls 0 of 7", lacks("native", "aclrtMemPoolCreate"), lacks("auto", "aclrtMemPoolCreate"),
	}},
	"9.0": {tag: "cann90", release: "9.0.0", found: pools(false, false, false), says: []string{
		"pool calls 4 of 7", lacks("native", "aclrtMemPoolMallocAsync"), lacks("auto", "aclrtMemPoolMallocAsync"),
	}},
	"9.1": {tag: "cann91", release: "9.1.0", found: pools(true, true, false), mempool: guards, says: []string{
		"pool calls all 7",
		probed("reuse in a stream", "confirmed"),
		probed("reuse by event", "not confirmed: it does not happen"),
		"native     native: the Config asks for it; guarded\n",
		row("opens with the default Reuse", "no", "yes"),
		row("reuse inside a stream", "yes", "yes"),
		row("reuse behind an event", "refused", "no"),
		row("trims around pending frees", "no", "no"),
	}},
	"9.1, as the documents have it": {tag: "cann91", release: "9.1.0", found: pools(true, true, true),
		env: []string{"ACLPOOL_SIM_BEHAVIOUR=documented"}},
	"newest": {tag: "cannmaster", release: "master", found: pools(true, false, false), mempool: guards, says: []string{
		"pool calls all 7",
		probed("reuse in a stream", "not confirmed: it does not happen"),
		probed("reuse by event", "not confirmed: it does not happen"),
		"native     native: the Config asks for it; guarded\n",
		row("opens with the default Reuse", "no", "yes"),
		row("reuse inside a stream", "no", "no"),
		row("reuse behind an event", "refused", "no"),
		row("trims around pending frees", "no", "no"),
	}},
	"in development": {release: "master", found: pools(true, true, true), mempool: guards,
		env: []string{"ACLPOOL_SIM_BEHAVIOUR=canndev"}, says: []string{
			"pool calls all 7",
			probed("reuse in a stream", "confirmed"),
			probed("reuse by event", "not confirmed: the rest of a split block goes to the stream that takes the other part"),
			"native     native: the Config asks for it; guarded\n",
			row("opens with the default Reuse", "no", "yes"),
			row("reuse inside a stream", "yes", "yes"),
			row("reuse behind an event", "refused", "no"),
			row("trims around pending frees", "no", "no"),
		}},
	"product without pools": {release: "master", env: []string{"ACLPOOL_SIM_PRODUCT=310P"}, says: []string{
		"chip       Ascend310P3", "pool calls all 7",
		"native     not supported: ", "auto       not supported: ", "this product or driver has no stream-ordered pools",
	}},
}

// guards are the tests of package mempool that hold on every release that allocates.
const guards = "^TestGuard"

// Each build tag makes a library with the functions of its release, whose pools do what
// those of the release do, unless the environment says otherwise; on each hold the tests
// of the packages and the conformance suite, which sees what it is on.
func TestReleases(t *testing.T) {
	opened := program(t, "opened", "-ldl")
	built := map[string]string{"": library(t)}
	for name, d := range devices {
		t.Run(name, func(t *testing.T) {
			so, ok := built[d.tag]
			if !ok {
				if testing.Short() {
					t.Skip("builds a library")
				}
				var err error
				so, err = shared("libascendcl_"+d.tag+".so", module+"/cmd/libascendcl", "-tags="+d.tag)
				require.NoError(t, err)
				built[d.tag] = so
			}
			checkSymbols(t, so, d.release)
			if d.found != "" {
				assert.Equal(t, d.found, command(t, d.env, opened, so))
			}
			if d.says == nil || testing.Short() {
				return
			}
			t.Run("packages", func(t *testing.T) { checkPackages(t, d, so) })
			t.Run("conformance", func(t *testing.T) { checkConformance(t, d, so) })
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

// probed is what the suite says that a probe of ACL's own pools has found.
func probed(ability, finding string) string {
	return fmt.Sprintf("conformance: probe      %-38s %s\n", ability, finding)
}

// row is a row of the suite's table: what it has seen of an engine that was asked for by
// name, and of the one that Auto takes.
func row(ability, native, auto string) string {
	return fmt.Sprintf("conformance: %-38s native=%s auto=%s\n", ability, native, auto)
}

// lacks is what the suite says of an engine without a function.
func lacks(engine, function string) string {
	return fmt.Sprintf(`%-10s not supported: mempool: make "trial" on device 0: the loaded library does not have %s:`, engine, function)
}
