// SPDX-License-Identifier: Apache-2.0

package poolprobe_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/poolprobe"
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
	shown := poolprobe.Finding{Shown: true}
	not := func(why string) poolprobe.Finding { return poolprobe.Finding{Why: why} }
	tests := map[sim.Behaviour]poolprobe.Findings{
		sim.Documented: {
			poolprobe.SameStream: shown, poolprobe.Event: shown, poolprobe.Opportunistic: shown,
			poolprobe.Internal: shown, poolprobe.Ownership: shown, poolprobe.Pending: shown,
		},
		sim.CANN91: {
			poolprobe.SameStream: shown, poolprobe.Event: not(no), poolprobe.Opportunistic: not(taker),
			poolprobe.Internal: not(taker), poolprobe.Ownership: not(home), poolprobe.Pending: not(trims),
		},
		sim.CANNMaster: {
			poolprobe.SameStream: not(no), poolprobe.Event: not(no), poolprobe.Opportunistic: not(no),
			poolprobe.Internal: not(no), poolprobe.Ownership: not(home), poolprobe.Pending: not(trims),
		},
		sim.CANNDev: {
			poolprobe.SameStream: shown, poolprobe.Event: not(taker), poolprobe.Opportunistic: not(taker),
			poolprobe.Internal: not(taker), poolprobe.Ownership: not(home), poolprobe.Pending: not(trims),
		},
	}
	for behaviour, want := range tests {
		t.Run(string(behaviour), func(t *testing.T) {
			dev := acltest.NewDevice(t, sim.Config{Behaviour: behaviour})
			before, err := dev.MemInfo()
			require.NoError(t, err)
			f, failure := poolprobe.Of(dev.Core())
			require.True(t, failure.OK(), "%v", failure)
			assert.Equal(t, want, *f)
			assert.Equal(t, want == tests[sim.Documented], f.All())
			after, err := dev.MemInfo()
			require.NoError(t, err)
			assert.Equal(t, before, after, "everything is given back")
			again, _ := poolprobe.Of(dev.Core())
			assert.Same(t, f, again, "a probe is made once")
		})
	}
}

// failing is a driver whose n-th call of those that a probe makes fails.
type failing struct {
	driver.API
	left int
}

func (f *failing) fail() bool {
	f.left--
	return f.left == 0
}

func (f *failing) CreateStream(ac driver.Context) (driver.Stream, driver.Status) {
	if f.fail() {
		return 0, driver.Fail(driver.RTInternalError, "made to fail")
	}
	return f.API.CreateStream(ac)
}

func (f *failing) MemPoolCreate(ac driver.Context, p driver.PoolProps) (driver.Pool, driver.Status) {
	if f.fail() {
		return 0, driver.Fail(driver.RTInternalError, "made to fail")
	}
	return f.API.MemPoolCreate(ac, p)
}

func (f *failing) MallocAsync(ac driver.Context, p driver.Pool, size uint64, s driver.Stream) (driver.Addr, driver.Status) {
	if f.fail() {
		return 0, driver.Fail(driver.RTInternalError, "made to fail")
	}
	return f.API.MallocAsync(ac, p, size, s)
}

// A probe that fails, at whatever call, leaves nothing behind and is made again.
func TestProbeThatFails(t *testing.T) {
	h := acltest.NewMachine(t, sim.Config{})
	f := &failing{API: h.Core().Driver}
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
	for n := 1; ; n++ {
		f.left = n
		found, failure := poolprobe.Of(d)
		require.Equal(t, before, memory(), "call %d", n)
		if f.left > 0 {
			require.True(t, failure.OK())
			require.True(t, found.All(), found.Missing())
			require.Greater(t, n, 20)
			break
		}
		require.False(t, failure.OK(), "call %d", n)
		require.False(t, found.All())
	}
	require.True(t, f.ResetDevice(0).OK())
}
