// SPDX-License-Identifier: Apache-2.0

package conformance_test

import (
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/acltest/conformance"
	"github.com/ascend-go/aclpool/mempool"
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

// The suite passes without holding streams, as on hardware.
func TestWithoutHolding(t *testing.T) {
	if testing.Short() {
		t.Skip("the copies take a while")
	}
	acltest.RequireGoMachine(t) // on a library, TestDevice may do the same
	conformance.DoNotHold(t)
	conformance.Run(t, acltest.New, mempool.EngineNative)
}
