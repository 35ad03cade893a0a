// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	endian "encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// managed allocates pages of managed memory.
func (r *rig) managed(pages uint64) driver.Addr {
	r.t.Helper()
	mem := must[driver.Mem](r)(r.AllocManaged(r.ac, pages*granule, fakeacl.ManagedGlobal))
	return driver.Addr(uintptr(mem.Host))
}

func (r *rig) advise(a driver.Addr, pages uint64, advice fakeacl.ManagedAdvice, l fakeacl.ManagedLocation) {
	r.t.Helper()
	r.ok(r.ManagedAdvise(r.ac, a, pages*granule, advice, l))
}

// managedAttr returns the values of an attribute of pages.
func (r *rig) managedAttr(attr fakeacl.ManagedAttr, a driver.Addr, pages uint64, room int) []int32 {
	r.t.Helper()
	data := make([]byte, 4*room)
	r.ok(r.ManagedAttribute("aclrtMemManagedGetAttr", attr, a, pages*granule, data))
	values := make([]int32, room)
	for i := range values {
		values[i] = int32(endian.NativeEndian.Uint32(data[4*i:]))
	}
	return values
}

func (r *rig) managedValue(attr fakeacl.ManagedAttr, a driver.Addr, pages uint64) int32 {
	r.t.Helper()
	return r.managedAttr(attr, a, pages, 1)[0]
}

var (
	toHost   = fakeacl.ManagedLocation{Type: fakeacl.ManagedOnHost}
	toSecond = fakeacl.ManagedLocation{Type: fakeacl.ManagedOnDevice, ID: 1}
)

// An attribute of a range is what all of its pages have.
func TestManagedAttributes(t *testing.T) {
	r := newRig(t, nil)
	a := r.managed(3)
	second := a + step
	assert.Zero(t, r.managedValue(fakeacl.ManagedReadMostly, a, 3))
	r.advise(second, 2, fakeacl.AdviseReadMostly, fakeacl.ManagedLocation{})
	assert.Zero(t, r.managedValue(fakeacl.ManagedReadMostly, a, 3))
	assert.EqualValues(t, 1, r.managedValue(fakeacl.ManagedReadMostly, second, 2))
	r.advise(second, 1, fakeacl.AdviseNotReadMostly, toHost)
	assert.Zero(t, r.managedValue(fakeacl.ManagedReadMostly, second, 1))

	preferred := func(a driver.Addr, pages uint64) []int32 {
		return []int32{
			r.managedValue(fakeacl.ManagedPreferred, a, pages), r.managedValue(fakeacl.ManagedPreferredType, a, pages),
			r.managedValue(fakeacl.ManagedPreferredID, a, pages),
		}
	}
	assert.Equal(t, []int32{-2, 0, 0}, preferred(a, 3))
	r.advise(a, 2, fakeacl.AdvisePreferred, toSecond)
	assert.Equal(t, []int32{1, 1, 1}, preferred(a, 2))
	assert.Equal(t, []int32{-2, 0, 0}, preferred(a, 3), "the pages differ")
	r.advise(a, 3, fakeacl.AdvisePreferred, toHost)
	assert.Equal(t, []int32{-1, 2, 0}, preferred(a, 3))
	r.advise(a, 3, fakeacl.AdviseNotPreferred, fakeacl.ManagedLocation{})
	assert.Equal(t, []int32{-2, 0, 0}, preferred(a, 3))

	r.advise(a, 3, fakeacl.AdviseAccessed, toSecond)
	r.advise(a, 2, fakeacl.AdviseAccessed, toHost)
	r.advise(a, 2, fakeacl.AdviseAccessed, toHost) // once
	assert.Equal(t, []int32{1, -1, -2}, r.managedAttr(fakeacl.ManagedAccessedBy, a, 2, 3))
	assert.Equal(t, []int32{1, -2}, r.managedAttr(fakeacl.ManagedAccessedBy, a, 3, 2))
	r.advise(a, 1, fakeacl.AdviseNotAccessed, toSecond)
	assert.Equal(t, []int32{-1}, r.managedAttr(fakeacl.ManagedAccessedBy, a, 1, 1))
}

func TestManagedPrefetch(t *testing.T) {
	r := newRig(t, nil)
	a, s := r.managed(2), r.stream()
	get := func(attr fakeacl.ManagedAttr, pages uint64) int32 { return r.managedValue(attr, a, pages) }
	assert.EqualValues(t, -2, get(fakeacl.ManagedPrefetched, 2))
	r.ok(r.ManagedPrefetch("aclrtMemManagedPrefetchAsync", r.ac, []fakeacl.Prefetch{{Addr: a, Size: 2 * granule, To: toSecond}}, 0, s))
	assert.EqualValues(t, 1, get(fakeacl.ManagedPrefetched, 2))
	assert.EqualValues(t, 1, get(fakeacl.ManagedPrefetchedType, 2))
	assert.EqualValues(t, 1, get(fakeacl.ManagedPrefetchedID, 2))
	r.ok(r.ManagedPrefetch("aclrtMemManagedPrefetchBatchAsync", r.ac, []fakeacl.Prefetch{
		{Addr: a, Size: granule, To: toHost}, {Addr: a + step, Size: granule, To: fakeacl.ManagedLocation{Type: fakeacl.ManagedOnNode, ID: 3}},
	}, 0, 0))
	assert.EqualValues(t, -1, get(fakeacl.ManagedPrefetched, 1))
	assert.EqualValues(t, -2, get(fakeacl.ManagedPrefetched, 2))
	assert.EqualValues(t, 3, r.managedValue(fakeacl.ManagedPrefetched, a+step, 1))
	r.sync(s)
}

func TestManagedCallsRefuse(t *testing.T) {
	prefetch := func(change func(r *rig, p *fakeacl.Prefetch, flags *uint64, s *driver.Stream)) func(r *rig) driver.Status {
		return func(r *rig) driver.Status {
			p, flags, s := fakeacl.Prefetch{Addr: r.managed(1), Size: granule, To: toHost}, uint64(0), r.stream()
			change(r, &p, &flags, &s)
			return r.ManagedPrefetch("f", r.ac, []fakeacl.Prefetch{p}, flags, s)
		}
	}
	advise := func(advice fakeacl.ManagedAdvice, l fakeacl.ManagedLocation) func(r *rig) driver.Status {
		return func(r *rig) driver.Status { return r.ManagedAdvise(r.ac, r.managed(1), granule, advice, l) }
	}
	attr := func(a fakeacl.ManagedAttr, size uint64, room int) func(r *rig) driver.Status {
		return func(r *rig) driver.Status { return r.ManagedAttribute("f", a, r.managed(1), size, make([]byte, room)) }
	}
	refuse(t, map[string]refusal{
		"advice":          {advise(6, toHost), driver.RTParamInvalid, "advise is 6"},
		"location type":   {advise(2, fakeacl.ManagedLocation{Type: 5}), driver.RTParamInvalid, "location.type is 5"},
		"location device": {advise(2, fakeacl.ManagedLocation{Type: fakeacl.ManagedOnDevice, ID: 2}), driver.RTParamInvalid, "there are 2 devices"},
		"no context":      {func(r *rig) driver.Status { return r.ManagedAdvise(0, r.managed(1), granule, 0, toHost) }, driver.RTContextNull, "context"},
		"device memory":   {func(r *rig) driver.Status { return r.ManagedAdvise(r.ac, r.malloc(64), 64, 0, toHost) }, driver.RTParamInvalid, "not in managed memory"},
		"pinned memory": {func(r *rig) driver.Status {
			return r.ManagedAdvise(r.ac, driver.Addr(uintptr(r.host(64).Host)), 64, 0, toHost)
		}, driver.RTParamInvalid, "not in managed memory"},
		"flags":    {prefetch(func(_ *rig, _ *fakeacl.Prefetch, flags *uint64, _ *driver.Stream) { *flags = 1 }), driver.RTParamInvalid, "flags are 0x1"},
		"too long": {prefetch(func(_ *rig, p *fakeacl.Prefetch, _ *uint64, _ *driver.Stream) { p.Size++ }), driver.RTParamInvalid, "not in managed memory"},
		"to a device": {prefetch(func(_ *rig, p *fakeacl.Prefetch, _ *uint64, _ *driver.Stream) {
			p.To = fakeacl.ManagedLocation{Type: 1, ID: -1}
		}), driver.RTParamInvalid, "location.id is -1"},
		"foreign stream": {prefetch(func(r *rig, _ *fakeacl.Prefetch, _ *uint64, s *driver.Stream) { *s = r.foreignStream() }), driver.RTStreamContext, "another context"},
		"attribute":      {attr(9, granule, 4), driver.RTParamInvalid, "attribute 9"},
		"room":           {attr(fakeacl.ManagedPreferred, granule, 8), driver.RTParamInvalid, "8 bytes"},
		"no room":        {attr(fakeacl.ManagedAccessedBy, granule, 0), driver.RTParamInvalid, "0 bytes"},
		"odd room":       {attr(fakeacl.ManagedAccessedBy, granule, 6), driver.RTParamInvalid, "6 bytes"},
		"size":           {attr(fakeacl.ManagedPreferred, 0, 4), driver.RTParamInvalid, "0 bytes"},
	})
}
