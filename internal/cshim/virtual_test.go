//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Every argument of virtual memory is passed in its position, and every result is returned
// unchanged.
func TestValuesOfVirtualMemory(t *testing.T) {
	build(t, "libvirtual.so", whole("virtual.c")...)
	alone(t, nil, func(t *testing.T) {
		l := open(t, "virtual.c")
		for _, name := range driver.VirtualMemoryFunctions() {
			require.True(t, l.Has(name), name)
		}
		ac, a, h := handle[driver.Context](9), handle[driver.Addr](1), handle[driver.PhysicalMem](2)
		prop := driver.PhysicalMemProp{
			HandleType: 2, AllocType: 3, Attr: driver.MemP2PHuge,
			Location: driver.MemLocation{ID: 7, Type: driver.LocationTypeHostNUMA},
		}
		assert.Equal(t, handle[driver.Addr](5432), ok[driver.Addr](t)(l.ReserveMemAddress(ac, 5, 4, 3, 2)))
		assert.True(t, l.ReleaseMemAddress(ac, a).OK())
		assert.Equal(t, handle[driver.PhysicalMem](81), ok[driver.PhysicalMem](t)(l.MallocPhysical(ac, 8, prop, 1)))
		assert.True(t, l.FreePhysical(ac, h).OK())
		assert.True(t, l.MapMem(ac, a, 20, 30, h, 40).OK())
		assert.True(t, l.UnmapMem(ac, handle[driver.Addr](3)).OK())
		assert.Equal(t, uint64(1)<<40+1, ok[uint64](t)(l.MemGetAllocationGranularity(ac, prop, driver.GranularityRecommended)))
		access := []driver.MemAccess{
			{Flags: driver.AccessRead, Location: driver.MemLocation{ID: 5, Type: driver.LocationTypeDevice}},
			{Flags: driver.AccessReadWrite, Location: driver.MemLocation{ID: 6, Type: driver.LocationTypeDevice}},
		}
		assert.True(t, l.MemSetAccess(ac, a, 20, access).OK())
		assert.Equal(t, driver.InvalidParam, l.MemSetAccess(ac, a, 20, access[1:]).Code)
		assert.Equal(t, driver.AccessReadWrite, ok[driver.MemAccessFlags](t)(l.MemGetAccess(ac, a, access[1].Location)))
		assert.Equal(t, driver.AccessNone, ok[driver.MemAccessFlags](t)(l.MemGetAccess(ac, a, access[0].Location)))
		assert.Equal(t, h, ok[driver.PhysicalMem](t)(l.MemRetainAllocationHandle(ac, a)))
		assert.Equal(t, prop, ok[driver.PhysicalMemProp](t)(l.MemGetAllocationPropertiesFromHandle(ac, h)))
		_, st := l.MemGetAllocationPropertiesFromHandle(ac, h+1)
		assert.Equal(t, driver.RTParamInvalid, st.Code)
		number := ok[uint64](t)(l.MemExportToShareableHandle(ac, h, 0, 1))
		assert.Equal(t, uint64(1)<<63+1, number)
		assert.Equal(t, handle[driver.PhysicalMem](4), ok[driver.PhysicalMem](t)(l.MemImportFromShareableHandle(ac, number, 4)))
	})
}
