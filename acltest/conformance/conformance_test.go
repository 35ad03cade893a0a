// SPDX-License-Identifier: Apache-2.0

package conformance_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/acltest/conformance"
	"github.com/ascend-go/aclpool/sim"
)

func TestMain(m *testing.M) { acltest.Main(m) }

// TestDevice is the test to run first on a machine with an NPU, see the README.
func TestDevice(t *testing.T) { conformance.Run(t, acltest.New) }

// The guarantees hold on all products and releases, although these differ from ACL's
// documentation. The tests of cmd/libascendcl also run the suite on the C library of each
// release.
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

// emulatorVariable is the environment variable with the command, if any, that runs this binary:
// that of -exec, since the binary cannot know it.
const emulatorVariable = "CONFORMANCE_EMULATOR"

// runAlone runs some tests of this binary in another process, and returns its output.
func runAlone(t *testing.T, tests string, env ...string) string {
	t.Helper()
	args := append(strings.Fields(os.Getenv(emulatorVariable)), os.Args[0], "-test.short", "-test.v", "-test.run="+tests)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}
