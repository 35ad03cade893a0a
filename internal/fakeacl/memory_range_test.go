// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// Every address in memory that devices reach leads to the start and the size of that memory.
func TestAddressRange(t *testing.T) {
	r := newRig(t, nil)
	s, p := r.stream(), r.pool(8*mib)
	host, program := r.host(100), make([]byte, 100)
	mapped := must[driver.Addr](r)(r.HostRegister("f", r.ac, driver.OnHost(program), 100, fakeacl.HostMapped))
	base := r.reserve(4 * granule)
	r.mapAt(base+step, granule, r.physical(granule))
	tests := map[string]struct {
		start driver.Addr
		size  uint64
	}{
		"plain":      {r.malloc(100), 160},
		"pool":       {r.alloc(p, 3*mib, s), 4 * mib},
		"pinned":     {driver.Addr(uintptr(host.Host)), 100},
		"managed":    {r.managed(1), granule},
		"registered": {mapped, 100},
		"of program": {driver.Addr(uintptr(driver.OnHost(program).Host)), 100},
		"mapping":    {base + step, granule},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for _, off := range []uint64{0, 1, tt.size - 1} {
				start, size, st := r.AddressRange(tt.start + driver.Addr(off))
				r.ok(st)
				assert.Equal(t, tt.start, start)
				assert.Equal(t, tt.size, size)
			}
		})
	}
	for name, a := range map[string]driver.Addr{
		"reserved, not mapped": base, "another range": base + 1<<40, "host": 4096, "null": 0, "no allocation": r.malloc(64) + 1<<20,
		"no device": 1 << 63,
	} {
		_, _, st := r.AddressRange(a)
		assert.Equal(t, driver.RTParamInvalid, st.Code, name)
	}
}

func TestCheckMemType(t *testing.T) {
	r := newRig(t, nil)
	plain := r.malloc(64)
	reserved := r.reserve(granule)
	host := driver.Addr(uintptr(r.host(64).Host))
	tests := map[string]struct {
		addrs []driver.Addr
		kinds fakeacl.MemType
		want  bool
	}{
		"allocated":       {[]driver.Addr{plain, plain + 63}, fakeacl.MemAllocated, true},
		"reserved":        {[]driver.Addr{reserved}, fakeacl.MemReserved, true},
		"both":            {[]driver.Addr{plain, reserved}, fakeacl.MemAllocated | fakeacl.MemReserved, true},
		"one is not":      {[]driver.Addr{plain, reserved}, fakeacl.MemAllocated, false},
		"host":            {[]driver.Addr{host}, fakeacl.MemAllocated | fakeacl.MemReserved, false},
		"none for images": {[]driver.Addr{plain}, fakeacl.MemImages, false},
		"another range":   {[]driver.Addr{reserved + 1<<40}, fakeacl.MemReserved, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, must[bool](r)(r.CheckMemType(r.ac, tt.addrs, tt.kinds)))
		})
	}
	one := []driver.Addr{plain}
	refuse(t, map[string]refusal{
		"no address": {func(r *rig) driver.Status { return status(r.CheckMemType(r.ac, nil, 2)) }, driver.RTParamInvalid, "size is 0"},
		"no kind":    {func(r *rig) driver.Status { return status(r.CheckMemType(r.ac, one, 0)) }, driver.RTParamInvalid, "memType"},
		"kind":       {func(r *rig) driver.Status { return status(r.CheckMemType(r.ac, one, 4)) }, driver.RTParamInvalid, "0x4"},
		"context":    {func(r *rig) driver.Status { return status(r.CheckMemType(0, one, 2)) }, driver.RTContextNull, "context"},
	})
}

func TestReachesHost(t *testing.T) {
	r := newRig(t, nil)
	for part := range fakeacl.Accelerator(10) {
		want := part == fakeacl.AccelerateCube || part == fakeacl.AccelerateVector || part == fakeacl.AccelerateCopy
		assert.Equal(t, want, must[bool](r)(r.ReachesHost(1, part)), part)
	}
	card := newRig(t, as310P)
	assert.False(t, must[bool](card)(card.ReachesHost(0, fakeacl.AccelerateCube)))
	refuse(t, map[string]refusal{
		"device": {func(r *rig) driver.Status { return status(r.ReachesHost(2, 2)) }, driver.RTInvalidDeviceID, "device 2"},
		"part":   {func(r *rig) driver.Status { return status(r.ReachesHost(0, 10)) }, driver.RTParamInvalid, "hacType is 10"},
	})
}

// Memory can be mapped for a device that may reach that of its owner.
func TestMemP2PMap(t *testing.T) {
	r := newRig(t, nil)
	a := r.malloc(64)
	assert.Equal(t, driver.RTParamInvalid, r.MemP2PMap(a, 64, 1, 0).Code)
	r.ok(r.DeviceEnablePeerAccess(r.context(1), 0, 0))
	r.ok(r.MemP2PMap(a, 64, 1, 0))
	r.ok(r.MemP2PMap(a, 64, 0, 0))
	refuse(t, map[string]refusal{
		"flags":     {func(r *rig) driver.Status { return r.MemP2PMap(r.malloc(64), 64, 0, 1) }, driver.RTParamInvalid, "flags"},
		"no bytes":  {func(r *rig) driver.Status { return r.MemP2PMap(r.malloc(64), 0, 0, 0) }, driver.RTParamInvalid, "0 bytes"},
		"too many":  {func(r *rig) driver.Status { return r.MemP2PMap(r.malloc(64), 97, 0, 0) }, driver.RTParamInvalid, "97 bytes"},
		"no memory": {func(r *rig) driver.Status { return r.MemP2PMap(64, 1, 0, 0) }, driver.RTParamInvalid, "0x40"},
		"device":    {func(r *rig) driver.Status { return r.MemP2PMap(r.malloc(64), 64, 2, 0) }, driver.RTInvalidDeviceID, "device 2"},
	})
}

func TestReserveWithoutUC(t *testing.T) {
	r := newRig(t, nil)
	assert.Equal(t, driver.RTFeatureNotSupport, status(r.ReserveMemAddressNoUC(r.ac, granule, 0, 0, 0)).Code)
	r = newRig(t, func(c *fakeacl.Config) { c.Product = "Ascend910_9392" })
	a := must[driver.Addr](r)(r.ReserveMemAddressNoUC(r.ac, granule, 0, 0, 0))
	r.ok(r.ReleaseMemAddress(r.ac, a))
}
