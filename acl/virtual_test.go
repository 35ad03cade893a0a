// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/sim"
)

// virtual is virtual memory of a device as its driver has it. Its methods fail the test.
type virtual struct {
	t *testing.T
	driver.VirtualMemory
	api driver.API
	ac  driver.Context
}

// newVirtual skips the test if the driver or the device has no virtual memory.
func newVirtual(t *testing.T, cfg sim.Config) *virtual {
	t.Helper()
	d := (*opaque.Device)(acltest.New(t, cfg)).Inner()
	for _, name := range append(driver.VirtualMemoryFunctions(), "aclrtMemGetAllocationGranularity") {
		if !d.Driver.Has(name) {
			t.Skipf("the driver has no %s", name)
		}
	}
	v, ok := driver.As[driver.VirtualMemory](d.Driver)
	require.True(t, ok, "both drivers have virtual memory")
	return &virtual{t, v, d.Driver, d.Context}
}

var physical = driver.PhysicalMemProp{Attr: driver.MemHBMHuge, Location: driver.MemLocation{Type: driver.LocationTypeDevice}}

func (v *virtual) ok(st driver.Status) {
	v.t.Helper()
	require.True(v.t, st.OK(), "%v: %s", st.Code, st.Msg)
}

func (v *virtual) allocate(size uint64) driver.PhysicalMem {
	v.t.Helper()
	h, st := v.MallocPhysical(v.ac, size, physical, 0)
	v.ok(st)
	return h
}

func (v *virtual) reserve(size uint64) driver.Addr {
	v.t.Helper()
	a, st := v.ReserveMemAddress(v.ac, size, 0, 0, 1)
	v.ok(st)
	return a
}

func (v *virtual) mapAt(a driver.Addr, size uint64, h driver.PhysicalMem) {
	v.t.Helper()
	v.ok(v.MapMem(v.ac, a, size, 0, h, 0))
}

func (v *virtual) fill(a driver.Addr, n uint64, value int32) driver.Status {
	return v.api.Memset(v.ac, driver.OnDevice(a), n, value, n)
}

// at returns the byte at an address.
func (v *virtual) at(a driver.Addr) byte {
	v.t.Helper()
	b := make([]byte, 1)
	v.ok(v.api.Memcpy(v.ac, driver.OnHost(b), 1, driver.OnDevice(a), 1, driver.CopyDeviceToHost))
	return b[0]
}

// Memory grows behind an address, shrinks, and comes back somewhere else with what it had, on
// every driver.
func TestVirtualMemoryOfDrivers(t *testing.T) {
	v := newVirtual(t, sim.Config{Memory: 64 << 20})
	unit, st := v.MemGetAllocationGranularity(v.ac, physical, driver.GranularityMinimum)
	v.ok(st)
	step := driver.Addr(unit)
	a := v.reserve(8 * unit)
	first, second := v.allocate(unit), v.allocate(2*unit)
	v.mapAt(a, unit, first)
	assert.NotEqual(t, driver.Success, v.fill(a, 2*unit, 1).Code, "the second unit is not mapped")
	v.mapAt(a+step, 2*unit, second)
	v.ok(v.fill(a, 3*unit, 5))
	assert.Equal(t, byte(5), v.at(a+3*step-1))

	v.ok(v.UnmapMem(v.ac, a+step))
	v.mapAt(a+4*step, 2*unit, second)
	assert.Equal(t, byte(5), v.at(a+6*step-1))
	b := v.reserve(unit)
	v.mapAt(b, unit, first)
	v.ok(v.fill(b+7, 1, 9))
	assert.Equal(t, byte(9), v.at(a+7), "one memory at two addresses")

	free, _, st := v.api.MemInfo(v.ac, driver.MemHBM)
	v.ok(st)
	for _, x := range []driver.Addr{a, a + 4*step, b} {
		v.ok(v.UnmapMem(v.ac, x))
	}
	v.ok(v.FreePhysical(v.ac, first))
	v.ok(v.FreePhysical(v.ac, second))
	left, _, st := v.api.MemInfo(v.ac, driver.MemHBM)
	v.ok(st)
	assert.Equal(t, free+3*unit, left)
	v.ok(v.ReleaseMemAddress(v.ac, a))
	v.ok(v.ReleaseMemAddress(v.ac, b))
	assert.NotEqual(t, driver.Success, v.fill(a, 1, 0).Code)
}

// What newer releases added.
func TestVirtualMemoryHandles(t *testing.T) {
	v := newVirtual(t, sim.Config{Memory: 64 << 20})
	for _, name := range []string{"aclrtMemSetAccess", "aclrtMemGetAccess", "aclrtMemRetainAllocationHandle", "aclrtMemGetAllocationPropertiesFromHandle"} {
		if !v.api.Has(name) {
			t.Skipf("the driver has no %s", name)
		}
	}
	const unit = driver.Granule
	a, h := v.reserve(2*unit), v.allocate(unit)
	v.mapAt(a, unit, h)
	v.ok(v.MemSetAccess(v.ac, a, unit, []driver.MemAccess{{Flags: driver.AccessNone, Location: physical.Location}}))
	assert.NotEqual(t, driver.Success, v.fill(a, 1, 1).Code)
	v.ok(v.MemSetAccess(v.ac, a, unit, []driver.MemAccess{{Flags: driver.AccessReadWrite, Location: physical.Location}}))
	flags, st := v.MemGetAccess(v.ac, a, physical.Location)
	v.ok(st)
	assert.Equal(t, driver.AccessReadWrite, flags)
	v.ok(v.fill(a, 1, 1))

	again, st := v.MemRetainAllocationHandle(v.ac, a)
	v.ok(st)
	got, st := v.MemGetAllocationPropertiesFromHandle(v.ac, again)
	v.ok(st)
	assert.Equal(t, physical, got)
	v.ok(v.FreePhysical(v.ac, again))

	number, st := v.MemExportToShareableHandle(v.ac, h, driver.HandleNone, 0)
	v.ok(st)
	b := v.reserve(unit)
	imported, st := v.MemImportFromShareableHandle(v.ac, number, 0)
	v.ok(st)
	v.mapAt(b, unit, imported)
	assert.Equal(t, byte(1), v.at(b))
	for _, x := range []driver.Addr{a, b} {
		v.ok(v.UnmapMem(v.ac, x))
		v.ok(v.ReleaseMemAddress(v.ac, x))
	}
	v.ok(v.FreePhysical(v.ac, imported))
	v.ok(v.FreePhysical(v.ac, h))
}

// A product without virtual memory refuses its functions as not supported.
func TestNoVirtualMemory(t *testing.T) {
	v := newVirtual(t, sim.Config{NoVirtual: true})
	_, st := v.ReserveMemAddress(v.ac, driver.Granule, 0, 0, 1)
	assert.True(t, acl.Code(st.Code).Is(acl.ErrNotSupported))
	_, st = v.MallocPhysical(v.ac, driver.Granule, physical, 0)
	assert.True(t, acl.Code(st.Code).Is(acl.ErrNotSupported))
}
