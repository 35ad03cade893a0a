// SPDX-License-Identifier: Apache-2.0

package probe_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/pool/ability"
	"github.com/ascend-go/aclpool/internal/pool/probe"
	"github.com/ascend-go/aclpool/sim"
)

func TestMain(m *testing.M) { acltest.Main(m) }

const (
	no    = "it does not happen"
	taker = "the rest of a split block goes to the stream that takes the other part"
	home  = "the stream that frees a block cannot take it"
	trims = "TrimTo takes memory whose free has not executed"
)

func TestFindingsOfReleases(t *testing.T) {
	confirmed := ability.Finding{Confirmed: true}
	not := func(why string) ability.Finding { return ability.Finding{Reason: why} }
	tests := map[sim.Behaviour]ability.Findings{
		sim.Documented: {
			ability.SameStream: confirmed, ability.Event: confirmed, ability.Opportunistic: confirmed,
			ability.Internal: confirmed, ability.Ownership: confirmed, ability.Pending: confirmed,
		},
		sim.CANN91: {
			ability.SameStream: confirmed, ability.Event: not(no), ability.Opportunistic: not(taker),
			ability.Internal: not(taker), ability.Ownership: not(home), ability.Pending: not(trims),
		},
		sim.CANNMaster: {
			ability.SameStream: not(no), ability.Event: not(no), ability.Opportunistic: not(no),
			ability.Internal: not(no), ability.Ownership: not(home), ability.Pending: not(trims),
		},
		sim.CANNDev: {
			ability.SameStream: confirmed, ability.Event: not(taker), ability.Opportunistic: not(taker),
			ability.Internal: not(taker), ability.Ownership: not(home), ability.Pending: not(trims),
		},
	}
	for behaviour, want := range tests {
		t.Run(string(behaviour), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: behaviour})
			before, err := dev.MemInfo()
			require.NoError(t, err)
			f, failure := probe.Of((*opaque.Device)(dev).Inner())
			require.True(t, failure.OK(), "%v", failure)
			assert.Equal(t, want, *f)
			assert.Equal(t, want == tests[sim.Documented], len(f.Missing()) == 0)
			after, err := dev.MemInfo()
			require.NoError(t, err)
			assert.Equal(t, before, after, "everything is given back")
			again, _ := probe.Of((*opaque.Device)(dev).Inner())
			assert.Same(t, f, again, "a probe is made once")
		})
	}
}

// madeByAProbe are the functions that a probe calls, except those that destroy contexts,
// events and pools: if one of these fails, a probe cannot remove the object.
var madeByAProbe = []string{
	"aclrtCreateContext", "aclrtCreateStream", "aclrtDestroyStream", "aclrtSynchronizeStream", "aclrtStreamQuery",
	"aclrtCreateEventExWithFlag", "aclrtRecordEvent", "aclrtStreamWaitEvent", "aclrtMalloc",
	"aclrtMemPoolCreate", "aclrtMemPoolSetAttr", "aclrtMemPoolGetAttr", "aclrtMemPoolMallocAsync", "aclrtMemPoolFreeAsync",
	"aclrtMemPoolTrimTo",
}

// A probe in which any call fails leaves nothing behind, and the next call probes again.
func TestProbeThatFails(t *testing.T) {
	acltest.RequireGoMachine(t)
	h := acltest.NewMachine(t, sim.Config{})
	f := faultdriver.New((*opaque.Machine)(h.Sim()).Inner().Driver)
	rt := core.NewRuntime(f, nil, false)
	ac, st := f.SetDevice(0)
	require.True(t, st.OK())
	d := rt.NewDevice(0, ac)
	memory := func() uint64 {
		free, _, st := f.MemInfo(ac, driver.MemHBM)
		require.True(t, st.OK())
		return free
	}
	before := memory()
	for n, done := 1, false; !done; n++ {
		fault := f.FailNth(n, driver.RTInternalError, madeByAProbe...)
		found, failure := probe.Of(d)
		done = fault.Fired() == ""
		fault.Remove()
		require.Equal(t, before, memory(), "call %d", n)
		if failure.OK() {
			require.Empty(t, found.Missing())
			probe.Forget(d) // found although a call has failed, which gave something back
		} else {
			require.Equal(t, driver.RTInternalError, failure.Status.Code)
			require.False(t, len(found.Missing()) == 0)
		}
		require.Less(t, n, 1000)
	}
	require.True(t, f.ResetDevice(0).OK())
}

// An ability is not confirmed if its experiment is inconclusive, and the next call probes
// again.
func TestProbeThatCannotTell(t *testing.T) {
	acltest.RequireGoMachine(t)
	d := (*opaque.Device)(acltest.Open(t, acltest.NewMachine(t, sim.Config{}), 0)).Inner()
	api := d.Driver
	hasty := faultdriver.New(api) // a device on which all work has always completed
	hasty.Replace.StreamQuery = func(driver.Context, driver.Stream) (driver.StreamStatus, driver.Status) {
		return driver.StreamComplete, driver.Status{}
	}
	d.Driver = hasty
	found, failure := probe.Of(d)
	require.True(t, failure.OK())
	assert.Equal(t, ability.Finding{Reason: "the device was too fast to tell"}, found[ability.Pending])
	d.Driver = api
	found, _ = probe.Of(d)
	assert.Empty(t, found.Missing())
}
