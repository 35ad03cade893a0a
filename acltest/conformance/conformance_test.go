// SPDX-License-Identifier: Apache-2.0

package conformance_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/acltest/conformance"
	"github.com/ascend-go/aclpool/sim"
)

func TestMain(m *testing.M) { acltest.Main(m) }

// TestDevice is what to run first on a machine with an NPU, see the README.
func TestDevice(t *testing.T) { conformance.Run(t, acltest.New) }

// Products and releases differ from what is documented; what is promised holds. In C each
// release has a library of its own, which the tests of cmd/libascendcl run the suite on.
func TestReleases(t *testing.T) {
	acltest.RequireGoMachine(t)
	for name, cfg := range map[string]sim.Config{
		"A3":          {Product: sim.A3},
		"310P":        {Product: sim.P310},
		"cann90":      {Behaviour: sim.CANN90},
		"cann91":      {Behaviour: sim.CANN91},
		"cannmaster":  {Behaviour: sim.CANNMaster},
		"canndev":     {Behaviour: sim.CANNDev},
		"310P cann90": {Product: sim.P310, Behaviour: sim.CANN90},
	} {
		t.Run(name, func(t *testing.T) {
			conformance.Run(t, func(t testing.TB) *acl.Device { return acltest.New(t, cfg) })
		})
	}
}

// Each part runs alone.
func TestChaptersAlone(t *testing.T) {
	acltest.RequireGoMachine(t)
	for _, engine := range []string{"native", "auto"} {
		out := runAlone(t, "^TestDevice$/^"+engine+"$/^lifetimes$")
		assert.Contains(t, out, "--- PASS: TestDevice/"+engine+"/lifetimes/")
		assert.NotContains(t, out, "TestDevice/"+engine+"/opens")
	}
}

// runAlone runs some tests of this binary in another process, and returns its output.
func runAlone(t *testing.T, tests string, env ...string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.short", "-test.v", "-test.run="+tests)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}
