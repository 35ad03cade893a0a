// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
)

// The codes of invalid calls.
func TestVirtualMemoryCodes(t *testing.T) {
	r := newRig(t, nil)
	a := r.reserve(4 * granule)
	h := r.physical(granule)
	r.mapAt(a, granule, h)
	free := r.physical(2 * granule)
	stale := r.physical(granule)
	r.ok(r.FreePhysical(r.ac, stale))
	const wish = driver.Addr(20 << 40)

	reserve := func(size, alignment uint64, start driver.Addr, flags uint64) driver.Status {
		_, st := r.ReserveMemAddress(r.ac, size, alignment, start, flags)
		return st
	}
	allocate := func(size, flags uint64, change func(*driver.PhysicalMemProp)) driver.Status {
		prop := onDevice(0)
		change(&prop)
		_, st := r.MallocPhysical(r.ac, size, prop, flags)
		return st
	}
	same := func(*driver.PhysicalMemProp) {}
	attr := func(m driver.MemAttr) func(*driver.PhysicalMemProp) {
		return func(p *driver.PhysicalMemProp) { p.Attr = m }
	}
	location := func(kind, id int32) func(*driver.PhysicalMemProp) {
		return func(p *driver.PhysicalMemProp) { p.Location = driver.MemLocation{ID: id, Type: kind} }
	}
	granularity := func(option driver.MemGranularity, change func(*driver.PhysicalMemProp)) driver.Status {
		prop := onDevice(0)
		change(&prop)
		_, st := r.MemGetAllocationGranularity(r.ac, prop, option)
		return st
	}
	access := func(a driver.Addr, size uint64, f driver.MemAccessFlags, kind, id int32) driver.Status {
		return r.MemSetAccess(r.ac, a, size, []driver.MemAccess{{Flags: f, Location: driver.MemLocation{ID: id, Type: kind}}})
	}
	getAccess := func(a driver.Addr, kind, id int32) driver.Status {
		_, st := r.MemGetAccess(r.ac, a, driver.MemLocation{ID: id, Type: kind})
		return st
	}
	retain := func(a driver.Addr) driver.Status {
		_, st := r.MemRetainAllocationHandle(r.ac, a)
		return st
	}
	properties := func(h driver.PhysicalMem) driver.Status {
		_, st := r.MemGetAllocationPropertiesFromHandle(r.ac, h)
		return st
	}
	export := func(h driver.PhysicalMem, kind int32, flags uint64) driver.Status {
		_, st := r.MemExportToShareableHandle(r.ac, h, kind, flags)
		return st
	}
	imported := func(number uint64, device int32) driver.Status {
		_, st := r.MemImportFromShareableHandle(r.ac, number, device)
		return st
	}
	const (
		param   = driver.InvalidParam   // by the acl layer
		invalid = driver.RTParamInvalid // by the driver
		memory  = driver.RTMemoryAllocation
		device  = driver.RTInvalidDeviceID
		lacks   = driver.RTFeatureNotSupport
	)
	for name, tt := range map[string]struct {
		got  driver.Status
		want driver.Code
	}{
		"reserve nothing":                {reserve(0, 0, 0, 0), param},
		"reserve with flags":             {reserve(1, 0, 0, 2), param},
		"reserve anywhere":               {reserve(1, 0, step, 0), param},
		"reserve below the wishes":       {reserve(1, 0, 16<<40-1<<30, 0), param},
		"reserve above the wishes":       {reserve(1, 0, 24<<40, 0), param},
		"reserve between":                {reserve(1, 0, wish+1, 0), invalid},
		"reserve where the host is":      {reserve(1, 0, wish, 0), memory},
		"reserve more than there is":     {reserve(1<<49, 0, 0, 0), memory},
		"reserve all of 64 bits":         {reserve(1<<64-1, 0, 0, 0), memory},
		"reserve with an alignment":      {reserve(1, granule, 0, 0), driver.Success},
		"reserve with an odd one":        {reserve(1, 3, 0, 0), invalid},
		"release NULL":                   {r.ReleaseMemAddress(r.ac, 0), param},
		"release inside":                 {r.ReleaseMemAddress(r.ac, a+step), invalid},
		"release what is mapped":         {r.ReleaseMemAddress(r.ac, a), invalid},
		"release a plain address":        {r.ReleaseMemAddress(r.ac, r.malloc(1)), invalid},
		"allocate nothing":               {allocate(0, 0, same), param},
		"allocate with flags":            {allocate(granule, 1, same), param},
		"allocate part of a granule":     {allocate(granule+1, 0, same), invalid},
		"allocate too much":              {allocate(1<<62, 0, same), memory},
		"allocate DDR":                   {allocate(granule, 0, attr(driver.MemDDR)), param},
		"allocate HBM":                   {allocate(granule, 0, attr(driver.MemHBM)), param},
		"allocate huge DDR":              {allocate(granule, 0, attr(2)), param},
		"allocate an unknown kind":       {allocate(granule, 0, attr(18)), param},
		"allocate normal pages":          {allocate(granule, 0, attr(driver.MemNormal)), driver.Success},
		"allocate half a huge page":      {allocate(512*mib, 0, attr(driver.MemHuge1G)), invalid},
		"allocate unregistered":          {allocate(granule, 0, location(driver.LocationTypeUnregistered, 0)), param},
		"allocate managed":               {allocate(granule, 0, location(driver.LocationTypeManaged, 0)), param},
		"allocate on the host":           {allocate(granule, 0, location(driver.LocationTypeHost, 0)), lacks},
		"allocate on a node":             {allocate(granule, 0, location(driver.LocationTypeHostNUMA, 0)), lacks},
		"allocate on no device":          {allocate(granule, 0, location(driver.LocationTypeDevice, 2)), device},
		"allocate for export":            {allocate(granule, 0, func(p *driver.PhysicalMemProp) { p.HandleType = 2 }), param},
		"allocate pageable":              {allocate(granule, 0, func(p *driver.PhysicalMemProp) { p.AllocType = 1 }), param},
		"granularity of no kind":         {granularity(driver.GranularityMinimum, attr(driver.MemHBM)), param},
		"granularity, other":             {granularity(65535, same), param},
		"granularity of no device":       {granularity(driver.GranularityRecommended, location(driver.LocationTypeDevice, -1)), device},
		"free NULL":                      {r.FreePhysical(r.ac, 0), param},
		"free twice":                     {r.FreePhysical(r.ac, stale), invalid},
		"map at NULL":                    {r.MapMem(r.ac, 0, 2*granule, 0, free, 0), param},
		"map NULL":                       {r.MapMem(r.ac, a+step, 2*granule, 0, 0, 0), param},
		"map nothing":                    {r.MapMem(r.ac, a+step, 0, 0, free, 0), param},
		"map with flags":                 {r.MapMem(r.ac, a+step, 2*granule, 0, free, 1), param},
		"map from an offset":             {r.MapMem(r.ac, a+step, granule, granule, free, 0), invalid},
		"map a part":                     {r.MapMem(r.ac, a+step, granule, 0, free, 0), invalid},
		"map between":                    {r.MapMem(r.ac, a+step+1, 2*granule, 0, free, 0), invalid},
		"map beyond the end":             {r.MapMem(r.ac, a+3*step, 2*granule, 0, free, 0), invalid},
		"map where memory is mapped":     {r.MapMem(r.ac, a, 2*granule, 0, free, 0), invalid},
		"map at a plain address":         {r.MapMem(r.ac, r.malloc(2*granule), 2*granule, 0, free, 0), invalid},
		"map what is freed":              {r.MapMem(r.ac, a+step, granule, 0, stale, 0), invalid},
		"unmap NULL":                     {r.UnmapMem(r.ac, 0), param},
		"unmap inside":                   {r.UnmapMem(r.ac, a+64), invalid},
		"unmap nothing":                  {r.UnmapMem(r.ac, a+step), invalid},
		"access of NULL":                 {access(0, granule, driver.AccessRead, driver.LocationTypeDevice, 0), param},
		"access to nothing":              {access(a, 0, driver.AccessRead, driver.LocationTypeDevice, 0), param},
		"access of nobody":               {r.MemSetAccess(r.ac, a, granule, nil), param},
		"access with flags":              {access(a, granule, 2, driver.LocationTypeDevice, 0), param},
		"access of managed memory":       {access(a, granule, driver.AccessRead, driver.LocationTypeManaged, 0), param},
		"access of no device":            {access(a, granule, driver.AccessRead, driver.LocationTypeDevice, 2), device},
		"access to more":                 {access(a, 2*granule, driver.AccessRead, driver.LocationTypeDevice, 0), invalid},
		"access to what is not mapped":   {access(a+step, granule, driver.AccessRead, driver.LocationTypeDevice, 0), invalid},
		"whose access to NULL":           {getAccess(0, driver.LocationTypeDevice, 0), param},
		"whose access, no device":        {getAccess(a, driver.LocationTypeDevice, 2), device},
		"whose access, unregistered":     {getAccess(a, driver.LocationTypeUnregistered, 0), param},
		"whose access to nothing":        {getAccess(a+step, driver.LocationTypeDevice, 0), invalid},
		"retain NULL":                    {retain(0), param},
		"retain inside":                  {retain(a + 64), invalid},
		"properties of NULL":             {properties(0), param},
		"properties of what is freed":    {properties(stale), invalid},
		"export NULL":                    {export(0, driver.HandleNone, 0), param},
		"export as a file":               {export(free, 2, 0), param},
		"export with flags":              {export(free, driver.HandleNone, 2), param},
		"export what is freed":           {export(stale, driver.HandleNone, 0), invalid},
		"processes of nothing":           {r.MemSetPidToShareableHandle(r.ac, 1, 1), invalid},
		"no processes":                   {r.MemSetPidToShareableHandle(r.ac, 1, 0), param},
		"import what was never exported": {imported(1, 0), invalid},
		"import for no device":           {imported(1, 2), device},
		"free as plain memory":           {r.Free(r.ac, a), invalid},
		"a context that is none":         {r.UnmapMem(12345, a), driver.RTContextNull},
	} {
		assert.Equal(t, tt.want, tt.got.Code, "%s: %s", name, tt.got.Msg)
		assert.Equal(t, tt.want == driver.Success, tt.got.Msg == "", name)
	}
	for attr, want := range map[driver.MemAttr]uint64{driver.MemHBMHuge: granule, driver.MemNormal: granule, driver.MemHBMP2PHuge1G: 1 << 30} {
		prop := onDevice(1)
		prop.Attr = attr
		assert.Equal(t, want, must[uint64](r)(r.MemGetAllocationGranularity(0, prop, driver.GranularityMinimum)))
	}
}
