// SPDX-License-Identifier: Apache-2.0

package probe_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
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
	shown := ability.Finding{Confirmed: true}
	not := func(why string) ability.Finding { return ability.Finding{Reason: why} }
	tests := map[sim.Behaviour]ability.Findings{
		sim.Documented: {
			ability.SameStream: shown, ability.Event: shown, ability.Opportunistic: shown,
			ability.Internal: shown, ability.Ownership: shown, ability.Pending: shown,
		},
		sim.CANN91: {
			ability.SameStream: shown, ability.Event: not(no), ability.Opportunistic: not(taker),
			ability.Internal: not(taker), ability.Ownership: not(home), ability.Pending: not(trims),
		},
		sim.CANNMaster: {
			ability.SameStream: not(no), ability.Event: not(no), ability.Opportunistic: not(no),
			ability.Internal: not(no), ability.Ownership: not(home), ability.Pending: not(trims),
		},
		sim.CANNDev: {
			ability.SameStream: shown, ability.Event: not(taker), ability.Opportunistic: not(taker),
			ability.Internal: not(taker), ability.Ownership: not(home), ability.Pending: not(trims),
		},
	}
	for behaviour, want := range tests {
		t.Run(string(behaviour), func(t *testing.T) {
			dev := acltest.NewDevice(t, sim.Config{Behaviour: behaviour})
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

// failing is a driver whose n-th call of those that a probe makes fails.
type failing struct {
	driver.API
	left int
}

func (f *failing) try(call func() driver.Status) driver.Status {
	if f.left--; f.left == 0 {
		return driver.Fail(driver.RTInternalError, "made to fail")
	}
	return call()
}

func (f *failing) CreateContext(id int32) (ac driver.Context, _ driver.Status) {
	st := f.try(func() (st driver.Status) { ac, st = f.API.CreateContext(id); return st })
	return ac, st
}

func (f *failing) CreateStream(ac driver.Context) (s driver.Stream, _ driver.Status) {
	st := f.try(func() (st driver.Status) { s, st = f.API.CreateStream(ac); return st })
	return s, st
}

func (f *failing) DestroyStream(ac driver.Context, s driver.Stream) driver.Status {
	return f.try(func() driver.Status { return f.API.DestroyStream(ac, s) })
}

func (f *failing) SynchronizeStream(ac driver.Context, s driver.Stream) driver.Status {
	return f.try(func() driver.Status { return f.API.SynchronizeStream(ac, s) })
}

func (f *failing) StreamQuery(ac driver.Context, s driver.Stream) (status driver.StreamStatus, _ driver.Status) {
	st := f.try(func() (st driver.Status) { status, st = f.API.StreamQuery(ac, s); return st })
	return status, st
}

func (f *failing) CreateEventExWithFlag(ac driver.Context, flags uint32) (e driver.Event, _ driver.Status) {
	st := f.try(func() (st driver.Status) { e, st = f.API.CreateEventExWithFlag(ac, flags); return st })
	return e, st
}

func (f *failing) RecordEvent(ac driver.Context, e driver.Event, s driver.Stream) driver.Status {
	return f.try(func() driver.Status { return f.API.RecordEvent(ac, e, s) })
}

func (f *failing) StreamWaitEvent(ac driver.Context, s driver.Stream, e driver.Event) driver.Status {
	return f.try(func() driver.Status { return f.API.StreamWaitEvent(ac, s, e) })
}

func (f *failing) Malloc(ac driver.Context, size uint64, policy driver.MallocPolicy) (a driver.Addr, _ driver.Status) {
	st := f.try(func() (st driver.Status) { a, st = f.API.Malloc(ac, size, policy); return st })
	return a, st
}

func (f *failing) MemPoolCreate(ac driver.Context, p driver.PoolProps) (h driver.Pool, _ driver.Status) {
	st := f.try(func() (st driver.Status) { h, st = f.API.MemPoolCreate(ac, p); return st })
	return h, st
}

func (f *failing) MemPoolSetAttr(ac driver.Context, p driver.Pool, attr driver.PoolAttr, value uint64) driver.Status {
	return f.try(func() driver.Status { return f.API.MemPoolSetAttr(ac, p, attr, value) })
}

func (f *failing) MemPoolGetAttr(ac driver.Context, p driver.Pool, attr driver.PoolAttr) (v uint64, _ driver.Status) {
	st := f.try(func() (st driver.Status) { v, st = f.API.MemPoolGetAttr(ac, p, attr); return st })
	return v, st
}

func (f *failing) MallocAsync(ac driver.Context, p driver.Pool, size uint64, s driver.Stream) (a driver.Addr, _ driver.Status) {
	st := f.try(func() (st driver.Status) { a, st = f.API.MallocAsync(ac, p, size, s); return st })
	return a, st
}

func (f *failing) FreeAsync(ac driver.Context, a driver.Addr, s driver.Stream) driver.Status {
	return f.try(func() driver.Status { return f.API.FreeAsync(ac, a, s) })
}

func (f *failing) MemPoolTrimTo(ac driver.Context, p driver.Pool, keep uint64) driver.Status {
	return f.try(func() driver.Status { return f.API.MemPoolTrimTo(ac, p, keep) })
}

// A probe that fails, at whatever call, leaves nothing behind and is made again.
func TestProbeThatFails(t *testing.T) {
	h := acltest.NewMachine(t, sim.Config{})
	f := &failing{API: (*opaque.Machine)(h).Inner().Driver}
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
		f.left = n
		found, failure := probe.Of(d)
		done = f.left > 0
		f.left = 0
		require.Equal(t, before, memory(), "call %d", n)
		if failure.OK() {
			require.True(t, len(found.Missing()) == 0, found.Missing())
			d.PoolFindings = nil // found although a call has failed, which gave something back
		} else {
			require.Equal(t, driver.RTInternalError, failure.Status.Code)
			require.False(t, len(found.Missing()) == 0)
		}
		require.Less(t, n, 1000)
	}
	require.True(t, f.ResetDevice(0).OK())
}

// hasty is a device that has always finished.
type hasty struct{ driver.API }

func (hasty) StreamQuery(driver.Context, driver.Stream) (driver.StreamStatus, driver.Status) {
	return driver.StreamComplete, driver.Status{}
}

// What a probe could not tell is not shown, and the next one tries again.
func TestProbeThatCannotTell(t *testing.T) {
	d := (*opaque.Device)(acltest.Open(t, acltest.NewMachine(t, sim.Config{}), 0)).Inner()
	api := d.Driver
	d.Driver = hasty{api}
	found, failure := probe.Of(d)
	require.True(t, failure.OK())
	assert.Equal(t, ability.Finding{Reason: "the device was too fast to tell"}, found[ability.Pending])
	d.Driver = api
	found, _ = probe.Of(d)
	assert.Empty(t, found.Missing())
}
