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

var t *testing.T // of the test function around the examples

func ExampleRun() {
	_ = func(t *testing.T) { // TestDevice
		conformance.Run(t, acltest.New)
	}
}

func ExampleRun_ownDevice() {
	if testing.Short() {
		t.Skip("TestReleases runs the suite as well")
	}
	conformance.Run(t, func(t testing.TB) *acl.Device {
		return acltest.New(t, sim.Config{Behaviour: sim.CANN91})
	}, mempool.EngineNative)
}

// The examples that need a test run here.
func TestExamples(outer *testing.T) {
	acltest.RequireGoMachine(outer)
	outer.Run("Run_ownDevice", func(inner *testing.T) {
		t = inner
		ExampleRun_ownDevice()
	})
}
