//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// device is a simulated device that a build tag and the environment select.
type device struct {
	tag, release string // build tag; release whose functions the library has
	env          []string
	found        string   // output of the C program opened; empty: not run
	pools        string   // package whose tests of pools pass on it: all, or those of the guards
	says         []string // lines of the conformance report; nil: the suite is not run
}

// devices are the documented device and the releases, one of them without pools.
var devices = map[string]device{
	"documented": {release: "IPV350", found: pools(true, true, true), pools: "mempool", says: []string{
		"chip       Ascend910B3", "pool calls all 7",
		probed("reuse in a stream", "confirmed"),
		probed("reuse by event", "confirmed"),
		"native     native: the Config asks for it\n",
		row("opens with the default Reuse", "yes", "yes"),
		row("reuse in a stream", "yes", "yes"),
		row("reuse ordered by an event", "yes", "yes"),
		row("memory freed by another stream is for", "the freeing stream", "the freeing stream"),
		row("trims around pending frees", "yes", "yes"),
	}},
	"8.5": {tag: "nopools", release: "8.5.0", found: "has pools: no\n", says: []string{
		"pool calls 0 of 7", lacks("native", "aclrtMemPoolCreate"), lacks("auto", "aclrtMemPoolCreate"),
	}},
	"9.0": {tag: "cann90", release: "9.0.0", found: pools(false, false, false), says: []string{
		"pool calls 4 of 7", lacks("native", "aclrtMemPoolMallocAsync"), lacks("auto", "aclrtMemPoolMallocAsync"),
	}},
	"9.1": {tag: "cann91", release: "9.1.0", found: pools(true, true, false), pools: "internal/pool/native", says: []string{
		"pool calls all 7",
		probed("reuse in a stream", "confirmed"),
		probed("reuse by event", "not confirmed: it does not happen"),
		"native     native: the Config asks for it; guarded\n",
		row("opens with the default Reuse", "no", "yes"),
		row("reuse in a stream", "yes", "yes"),
		row("reuse ordered by an event", "refused", "no"),
		row("trims around pending frees", "no", "no"),
	}},
	"9.1, as the documents have it": {tag: "cann91", release: "9.1.0", found: pools(true, true, true),
		env: []string{"ACLPOOL_SIM_BEHAVIOUR=documented"}},
	"newest": {tag: "cannmaster", release: "master", found: pools(true, false, false), pools: "internal/pool/native", says: []string{
		"pool calls all 7",
		probed("reuse in a stream", "not confirmed: it does not happen"),
		probed("reuse by event", "not confirmed: it does not happen"),
		"native     native: the Config asks for it; guarded\n",
		row("opens with the default Reuse", "no", "yes"),
		row("reuse in a stream", "no", "no"),
		row("reuse ordered by an event", "refused", "no"),
		row("trims around pending frees", "no", "no"),
	}},
	"in development": {release: "IPV350", found: pools(true, true, true), pools: "internal/pool/native",
		env: []string{"ACLPOOL_SIM_BEHAVIOUR=canndev"}, says: []string{
			"pool calls all 7",
			probed("reuse in a stream", "confirmed"),
			probed("reuse by event", "not confirmed: the rest of a split block goes to the stream that takes the other part"),
			"native     native: the Config asks for it; guarded\n",
			row("opens with the default Reuse", "no", "yes"),
			row("reuse in a stream", "yes", "yes"),
			row("reuse ordered by an event", "refused", "no"),
			row("trims around pending frees", "no", "no"),
		}},
	"product without pools": {release: "IPV350", env: []string{"ACLPOOL_SIM_PRODUCT=310P"}, says: []string{
		"chip       Ascend310P3", "pool calls all 7",
		"native     not supported: ", "auto       not supported: ", "this product or driver has no stream-ordered pools",
	}},
}

// Each build tag selects the functions and the pool behaviour of a release; the environment
// may select another behaviour. On each library the tests of the packages and the
// conformance suite pass, and the suite's report describes that release.
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
				so, err = shared(filepath.Join(d.tag, soname), module+"/cmd/libascendcl", "-tags="+d.tag)
				require.NoError(t, err)
				built[d.tag] = so
			}
			checkSymbols(t, so, d.release)
			if d.found != "" {
				assert.Equal(t, d.found, command(t, d.env, opened, so))
			}
			if testing.Short() {
				return
			}
			if d.tag != "" { // else TestPrograms has run them
				t.Run("programs", func(t *testing.T) { checkPrograms(t, so, d.release) })
			}
			if d.says == nil {
				return
			}
			t.Run("packages", func(t *testing.T) { checkPackages(t, d, so) })
			t.Run("conformance", func(t *testing.T) { checkConformance(t, d, so) })
		})
	}
}

// A free where no live allocation starts has the code of the release that the environment selects.
func TestBadFreesOfReleases(t *testing.T) {
	frees := program(t, "badfrees", linked(t, library(t))...)
	for behaviour, code := range map[string]int{
		"documented": 107000, "cann91": 507000, "cannmaster": 107000, "canndev": 507000,
	} {
		want := fmt.Sprintf("inside %d\nnever allocated %[1]d\nfreed %[1]d\n", code)
		assert.Equal(t, want, command(t, []string{"ACLPOOL_SIM_BEHAVIOUR=" + behaviour}, frees), behaviour)
	}
}

// pools returns the output of the program opened for a library with pools.
func pools(allocate, reuse, trim bool) string {
	line := func(question string, yes bool) string {
		if yes {
			return question + ": yes\n"
		}
		return question + ": no\n"
	}
	found := line("has pools", true) + line("allocates from them", allocate)
	if allocate {
		found += line("reuses memory of the stream", reuse) + line("trims at a synchronize", trim)
	}
	return found
}

// probed returns the report's line about one ability of ACL's pools, as the probe found it.
func probed(ability, finding string) string {
	return fmt.Sprintf("conformance: probe      %-38s %s\n", ability, finding)
}

// row returns a row of the report's table: what the suite observed with the native engine
// and with the engine that Auto selects. There is no caching engine yet.
func row(ability, native, auto string) string {
	return fmt.Sprintf("conformance: %-38s native=%s caching=- auto=%s\n", ability, native, auto)
}

// lacks returns the start of the report's line about an engine that misses a function.
func lacks(engine, function string) string {
	return fmt.Sprintf(`%-10s not supported: mempool: make "trial" on device 0: the loaded library does not have %s:`, engine, function)
}
