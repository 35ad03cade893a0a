// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/sim"
)

// FaultConfig is how [EachFault] makes calls fail. The zero value works.
type FaultConfig struct {
	// Machine is the machine of each run, see [New].
	Machine sim.Config
	// Code is what each failed call returns. Zero is for each function a code that it can
	// return: an allocation finds no memory, a new stream no resources.
	Code acl.Code
	// Most is how many calls are made to fail at most, chosen so that each function is among
	// them. Zero is 25 with -short, and 2000 without. A run that names a subtest leaves none
	// out.
	Most int
	// Seed chooses the calls if there are more than Most.
	Seed uint64
}

// EachFault runs a scenario once as it is, and then once for each ACL call that it has made,
// as a subtest on a new device, where that call fails. A scenario is what a program does from
// start to end: it opens what it needs, works, and closes what it has opened, also after an
// error. It fails by returning an error or by failing t, which is a testing.TB of its own.
//
// When a call has failed, the scenario succeeds nevertheless, or its first error names the C
// function and the code. After that nothing may be open, unless the call failed in a Close or a Free, and then
// it can be closed now; ACL has no object that was created and not destroyed; the device
// works, and has as much free memory as before. Anything else fails the subtest.
//
// A subtest has the name of the call, such as aclrtMallocHost#3, which is the third call of that
// function. Its failure prints the command that repeats it. A scenario that polls makes other
// numbers of calls in each run. A subtest passes if the scenario does not come to its call.
func EachFault(t *testing.T, scenario func(t testing.TB, dev *acl.Device) error, cfg ...FaultConfig) {
	t.Helper()
	var one FaultConfig
	switch len(cfg) {
	case 0:
	case 1:
		one = cfg[0]
	default:
		t.Fatalf("acltest: EachFault with %d FaultConfigs: want at most one", len(cfg))
	}
	clean := newFaultRun(t, one, faultCall{})
	clean.run(scenario)
	if t.Failed() {
		t.Fatal("acltest: the scenario fails without a fault")
	}
	for _, c := range one.choose(t, clean.watch.calls()) {
		t.Run(c.String(), func(t *testing.T) {
			newFaultRun(t, one, c).run(scenario)
			if t.Failed() {
				t.Logf("acltest: to repeat it: go test -run '%s'", pattern(t.Name()))
			}
		})
	}
}

// pattern returns the value of -run that runs one test.
func pattern(name string) string {
	return "^" + strings.ReplaceAll(name, "/", "$/^") + "$"
}
