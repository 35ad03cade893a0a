// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// releases are all behaviours except the documented one.
var releases = []fakeacl.Behaviour{fakeacl.CANN90, fakeacl.CANN91, fakeacl.CANNMaster, fakeacl.CANNDev}

// newRelease creates a machine that behaves like a release.
func newRelease(t testing.TB, b fakeacl.Behaviour) *rig {
	t.Helper()
	return newRig(t, func(cfg *fakeacl.Config) { cfg.Behaviour = b })
}

// each runs a test for each of some behaviours.
func each(t *testing.T, behaviours []fakeacl.Behaviour, f func(t *testing.T, r *rig, b fakeacl.Behaviour)) {
	t.Helper()
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) { f(t, newRelease(t, b), b) })
	}
}

// on returns the given behaviours, and all others with allocation calls.
func on(holds ...fakeacl.Behaviour) (does, doesNot []fakeacl.Behaviour) {
	all := []fakeacl.Behaviour{fakeacl.Documented, fakeacl.CANN91, fakeacl.CANNMaster, fakeacl.CANNDev}
	return holds, slices.DeleteFunc(all, func(b fakeacl.Behaviour) bool { return slices.Contains(holds, b) })
}

func TestUnknownBehaviour(t *testing.T) {
	_, err := fakeacl.New(fakeacl.Config{Behaviour: "cann80"})
	require.ErrorIs(t, err, errclass.Invalid)
	require.ErrorContains(t, err, `no behaviour "cann80": want one of documented, cann90, cann91, cannmaster, canndev`)
}

// The oldest release has pools and no call to allocate from one.
func TestCallsOfReleases(t *testing.T) {
	all := append([]fakeacl.Behaviour{"", fakeacl.Documented}, releases...)
	each(t, all, func(t *testing.T, r *rig, b fakeacl.Behaviour) {
		p, s := r.pool(4*mib), r.stream()
		calls := map[string]func() driver.Status{
			"aclrtMemPoolMallocAsync": func() driver.Status { return status(r.MallocAsync(r.ac, p, 1, s)) },
			"aclrtMemPoolFreeAsync":   func() driver.Status { return r.FreeAsync(r.ac, 1, s) },
			"aclrtMemPoolTrimTo":      func() driver.Status { return r.MemPoolTrimTo(r.ac, p, 4*mib) },
		}
		for symbol, call := range calls {
			assert.Equal(t, b != fakeacl.CANN90, r.Has(symbol), symbol)
			if b == fakeacl.CANN90 {
				assert.Equal(t, driver.Status{Code: driver.CodeNoSymbol, Msg: symbol}, call())
			} else {
				assert.NotEqual(t, driver.CodeNoSymbol, call().Code, symbol)
			}
		}
		for _, symbol := range []string{"aclrtMemPoolCreate", "aclrtMemPoolDestroy", "aclrtMemPoolSetAttr", "aclrtMemPoolGetAttr"} {
			assert.True(t, r.Has(symbol), symbol)
		}
		r.ok(r.MemPoolDestroy(r.ac, p))
	})
}

func TestAttributesOfReleases(t *testing.T) {
	invalid, internal := driver.RTParamInvalid, driver.RTInternalError
	codes := map[fakeacl.Behaviour]driver.Code{ // of what is read-only or unknown
		fakeacl.Documented: invalid, fakeacl.CANN90: internal, fakeacl.CANN91: internal,
		fakeacl.CANNMaster: invalid, fakeacl.CANNDev: internal,
	}
	each(t, append(releases, fakeacl.Documented), func(t *testing.T, r *rig, b fakeacl.Behaviour) {
		p := r.pool(8 * mib)
		set := func(a driver.PoolAttr, v uint64) driver.Code { return r.MemPoolSetAttr(r.ac, p, a, v).Code }
		assert.Equal(t, codes[b], set(driver.PoolUsed, 0))
		assert.Equal(t, codes[b], set(driver.PoolReserved, 0))
		assert.Equal(t, codes[b], set(9, 0))
		assert.Equal(t, codes[b], status(r.MemPoolGetAttr(r.ac, p, 0)).Code)
		assert.Equal(t, internal, set(driver.PoolUsedHigh, 1))
		assert.Equal(t, internal, set(driver.PoolReservedHigh, 1))
		assert.Equal(t, internal, set(driver.PoolReleaseThreshold, 8*mib+1))
		assert.Equal(t, driver.Success, set(driver.PoolUsedHigh, 0))
		assert.Equal(t, driver.Success, set(driver.PoolReservedHigh, 0))

		byDefault := uint64(0)
		if b == fakeacl.CANN90 {
			byDefault = 1
		}
		assert.Equal(t, byDefault, r.attr(p, driver.PoolReuseEvent))
		for _, a := range []driver.PoolAttr{driver.PoolReuseEvent, driver.PoolReuseOpportunistic, driver.PoolReuseInternal} {
			for value, read := range map[uint64]uint64{0: 0, 1: 1, 2: 1, 1 << 32: 0} {
				r.set(p, a, value)
				assert.Equal(t, read, r.attr(p, a), "%d set to %d", a, value)
			}
		}
		narrow := set(driver.PoolReleaseThreshold, 1<<32|4*mib)
		if b == fakeacl.CANN90 {
			assert.Equal(t, driver.Success, narrow, "32 bits of it are looked at")
			assert.EqualValues(t, 4*mib, r.attr(p, driver.PoolReleaseThreshold))
		} else {
			assert.Equal(t, internal, narrow)
		}
	})
}

func TestPoolsOfReleases(t *testing.T) {
	larger := map[fakeacl.Behaviour]driver.Code{
		fakeacl.CANN90: driver.RTMemoryAllocation, fakeacl.CANN91: driver.RTMemoryAllocation,
		fakeacl.CANNMaster: driver.RTParamInvalid, fakeacl.CANNDev: driver.RTMemoryAllocation,
	}
	each(t, releases, func(t *testing.T, r *rig, b fakeacl.Behaviour) {
		create := func(size uint64) (driver.Pool, driver.Status) {
			return r.MemPoolCreate(r.ac, driver.PoolProps{LocationType: driver.LocationTypeDevice, MaxSize: size})
		}
		assert.Equal(t, larger[b], status(create(64*mib+1)).Code)
		p, st := create(1<<64 - 1)
		if b == fakeacl.CANNMaster {
			assert.Equal(t, driver.RTParamInvalid, st.Code)
			return
		}
		r.ok(st) // the size wraps
		q, st := create(1<<64 - 1)
		r.ok(st)
		if b != fakeacl.CANN90 {
			assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, r.stream())).Code, "it is empty")
		}
		r.ok(r.MemPoolDestroy(r.ac, p))
		r.ok(r.MemPoolDestroy(r.ac, q))
	})
}

// Before the rework the pools of a process share 2 TiB of addresses.
func TestAddressesOfReleases(t *testing.T) {
	for b, room := range map[fakeacl.Behaviour]bool{
		fakeacl.Documented: true, fakeacl.CANN90: false, fakeacl.CANN91: false, fakeacl.CANNMaster: true, fakeacl.CANNDev: false,
	} {
		r := newRig(t, func(cfg *fakeacl.Config) { cfg.Behaviour, cfg.Memory = b, 1<<40 })
		r.pool(0)
		r.pool(0)
		third, st := r.MemPoolCreate(r.ac, driver.PoolProps{LocationType: driver.LocationTypeDevice})
		assert.Equal(t, room, st.OK(), b)
		assert.Equal(t, room, third != 0, b)
	}
}

// The classes of reuse of each release.
func TestReuseOfReleases(t *testing.T) {
	type fact struct {
		what   string
		try    func(r *rig, p driver.Pool, freer, asker driver.Stream) (got bool)
		does   []fakeacl.Behaviour
		lacked []fakeacl.Behaviour
	}
	gets := func(r *rig, p driver.Pool, s driver.Stream) bool {
		a, st := r.MallocAsync(r.ac, p, 1, s)
		return st.OK() && a != 0
	}
	facts := []fact{
		{what: "in a stream", try: func(r *rig, p driver.Pool, freer, _ driver.Stream) bool {
			r.freed(p, freer)
			return gets(r, p, freer)
		}},
		{what: "by event", try: func(r *rig, p driver.Pool, freer, asker driver.Stream) bool {
			r.set(p, driver.PoolReuseEvent, 1)
			e := plain.make(r)
			release := r.hold(freer) // the wait has to queue something
			defer release()
			r.freed(p, freer)
			r.record(e, freer)
			r.wait(asker, e)
			return gets(r, p, asker)
		}},
		{what: "opportunistic", try: func(r *rig, p driver.Pool, freer, asker driver.Stream) bool {
			r.set(p, driver.PoolReuseOpportunistic, 1)
			r.freed(p, freer)
			return gets(r, p, asker)
		}},
		{what: "internal", try: func(r *rig, p driver.Pool, freer, asker driver.Stream) bool {
			r.set(p, driver.PoolReuseInternal, 1)
			r.freed(p, freer)
			return gets(r, p, asker)
		}},
		{what: "after a trim at a synchronize", try: func(r *rig, p driver.Pool, freer, asker driver.Stream) bool {
			r.freed(p, freer)
			r.sync(freer)
			return gets(r, p, asker)
		}},
		{what: "after an explicit trim", try: func(r *rig, p driver.Pool, freer, asker driver.Stream) bool {
			r.freed(p, freer)
			r.sync(freer)
			r.ok(r.MemPoolTrimTo(r.ac, p, 0))
			return gets(r, p, asker)
		}},
	}
	facts[0].does, facts[0].lacked = on(fakeacl.Documented, fakeacl.CANN91, fakeacl.CANNDev)
	facts[1].does, facts[1].lacked = on(fakeacl.Documented, fakeacl.CANNDev)
	facts[2].does, facts[2].lacked = on(fakeacl.Documented, fakeacl.CANN91, fakeacl.CANNDev)
	facts[3].does, facts[3].lacked = on(fakeacl.Documented, fakeacl.CANN91, fakeacl.CANNDev)
	facts[4].does, facts[4].lacked = on(fakeacl.Documented, fakeacl.CANNDev)
	facts[5].does, facts[5].lacked = on(fakeacl.Documented, fakeacl.CANN91, fakeacl.CANNMaster, fakeacl.CANNDev)
	for _, f := range facts {
		t.Run(f.what, func(t *testing.T) {
			run := func(want bool) func(t *testing.T, r *rig, _ fakeacl.Behaviour) {
				return func(t *testing.T, r *rig, _ fakeacl.Behaviour) {
					assert.Equal(t, want, f.try(r, r.pool(granule), r.stream(), r.stream()))
				}
			}
			each(t, f.does, run(true))
			each(t, f.lacked, run(false))
		})
	}
}

// A pool of a release that does not reuse memory is exhausted after its size was allocated.
func TestMasterRunsDry(t *testing.T) {
	r := newRelease(t, fakeacl.CANNMaster)
	p, s := r.pool(8*mib), r.stream()
	for range 4 {
		r.freed(p, s)
	}
	assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, s)).Code)
	r.sync(s)
	assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, s)).Code)
	assert.EqualValues(t, 8*mib, r.attr(p, driver.PoolReserved))
	r.ok(r.MemPoolTrimTo(r.ac, p, 0))
	r.alloc(p, 8*mib, s)
}
