// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	endian "encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

func TestDeviceAttributes(t *testing.T) {
	r := newRig(t, nil)
	get := func(attr fakeacl.DeviceAttr) int64 { return must[int64](r)(r.DeviceAttribute(1, attr)) }
	assert.Equal(t, int64(20), get(fakeacl.DeviceCubeCores))
	assert.Equal(t, int64(40), get(fakeacl.DeviceVectorCores))
	assert.Equal(t, int64(64*mib), get(fakeacl.DeviceGlobalMemory))
	assert.Equal(t, int64(1), get(fakeacl.DevicePhysicalChip))
	assert.Zero(t, get(fakeacl.DeviceVirtual))
	assert.Equal(t, get(fakeacl.DeviceVectorCores), must[int64](r)(r.DeviceCapability(0, 1)))
	for attr, want := range map[int32]bool{0: true, 1: true, 2: false} {
		assert.Equal(t, want, must[bool](r)(r.CannAttribute(attr)), attr)
	}
	refuse(t, map[string]refusal{
		"device":         {func(r *rig) driver.Status { return status(r.DeviceAttribute(2, 101)) }, driver.RTInvalidDeviceID, "device 2"},
		"huge device":    {func(r *rig) driver.Status { return status(r.DeviceAttribute(1<<32-1, 101)) }, driver.RTInvalidDeviceID, "does not exist"},
		"attribute":      {func(r *rig) driver.Status { return status(r.DeviceAttribute(0, 999)) }, driver.RTParamInvalid, "999"},
		"warps":          {func(r *rig) driver.Status { return status(r.DeviceAttribute(0, fakeacl.DeviceWarpSize)) }, driver.RTFeatureNotSupport, "threads"},
		"capability":     {func(r *rig) driver.Status { return status(r.DeviceCapability(0, 3)) }, driver.InvalidParam, "want 0 to 2"},
		"cann attribute": {func(r *rig) driver.Status { return status(r.CannAttribute(3)) }, driver.InvalidParam, "attribute 3"},
		"package":        {func(r *rig) driver.Status { return status(r.VersionNumber("hccl")) }, driver.InvalidFile, "not installed"},
	})
}

func TestVersionNumbers(t *testing.T) {
	for behaviour, want := range map[fakeacl.Behaviour]int32{
		fakeacl.Documented: 90200000, fakeacl.CANN90: 90000000, fakeacl.CANN91: 90100000,
	} {
		r := newRig(t, func(cfg *fakeacl.Config) { cfg.Behaviour = behaviour })
		assert.Equal(t, want, must[int32](r)(r.VersionNumber("runtime")))
	}
}

// A limit of a stream comes before that of its device, which comes before the product's number.
func TestLimits(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	of := func(s driver.Stream) uint32 { return must[uint32](r)(r.StreamLimit(r.ac, s, fakeacl.VectorCores)) }
	assert.Equal(t, uint32(40), of(s))
	r.ok(r.SetDeviceLimit(0, fakeacl.VectorCores, 30))
	assert.Equal(t, uint32(30), of(s))
	r.ok(r.SetStreamLimit(r.ac, s, fakeacl.VectorCores, 10))
	assert.Equal(t, uint32(10), of(s))
	assert.Equal(t, uint32(30), of(0))
	assert.Equal(t, uint32(10), must[uint32](r)(r.ThreadLimit(r.ac, s, fakeacl.VectorCores)))
	assert.Equal(t, uint32(30), must[uint32](r)(r.ThreadLimit(r.ac, 0, fakeacl.VectorCores)))
	r.ok(r.ResetStreamLimit(r.ac, s))
	assert.Equal(t, uint32(30), of(s))
	r.ok(r.ResetDeviceLimit(0))
	assert.Equal(t, uint32(40), must[uint32](r)(r.DeviceLimit(0, fakeacl.VectorCores)))
	assert.Equal(t, uint32(20), must[uint32](r)(r.DeviceLimit(0, fakeacl.CubeCores)))
	refuse(t, map[string]refusal{
		"too many": {func(r *rig) driver.Status { return r.SetDeviceLimit(0, fakeacl.CubeCores, 21) }, driver.RTParamInvalid, "1 to 20"},
		"none":     {func(r *rig) driver.Status { return r.SetStreamLimit(r.ac, 0, fakeacl.CubeCores, 0) }, driver.RTParamInvalid, "1 to 20"},
		"resource": {func(r *rig) driver.Status { return status(r.DeviceLimit(0, 2)) }, driver.RTParamInvalid, "resource 2"},
		"device":   {func(r *rig) driver.Status { return r.ResetDeviceLimit(7) }, driver.RTInvalidDeviceID, "device 7"},
	})
}

// The status of overflows is written and reset in the order of the stream.
func TestOverflowStatus(t *testing.T) {
	r := newRig(t, nil)
	s, out := r.stream(), r.malloc(3*64)
	r.ok(r.OverflowStatus(r.ac, out, 64, s))
	r.launch(s, func(*gokernel.Call) error { return gokernel.ErrOverflow })
	r.ok(r.OverflowStatus(r.ac, out+64, 64, s))
	r.ok(r.ResetOverflowStatus(r.ac, s))
	r.ok(r.OverflowStatus(r.ac, out+128, 64, s))
	assert.Equal(t, driver.RTAICoreOverFlow, r.SynchronizeStream(r.ac, s).Code)
	for i, want := range []uint32{0, 1, 0} {
		b := make([]byte, 4)
		r.ok(r.Memcpy(r.ac, driver.OnHost(b), 4, driver.OnDevice(out+driver.Addr(64*i)), 4, anyWay))
		assert.Equal(t, want, endian.NativeEndian.Uint32(b), i)
	}
	r.ok(r.SetOverflowMode(r.ac, 1))
	assert.Equal(t, fakeacl.OverflowMode(1), must[fakeacl.OverflowMode](r)(r.OverflowModeOf(r.ac)))
	assert.Equal(t, driver.RTParamInvalid, r.SetOverflowMode(r.ac, 3).Code)
	assert.Equal(t, driver.RTParamInvalid, r.OverflowStatus(r.ac, out, 32, s).Code)
	assert.Equal(t, driver.RTParamInvalid, r.OverflowStatus(r.ac, 0, 64, s).Code)
}

func TestAttributesOfAddresses(t *testing.T) {
	r := newRig(t, nil)
	a, host := r.malloc(64), r.host(64)
	assert.Equal(t, fakeacl.MemAttributes{Type: fakeacl.LocationDevice, PageSize: uint32(granule)}, r.AttributesOf(a+63))
	assert.Equal(t, fakeacl.LocationHost, r.AttributesOf(driver.Addr(uintptr(host.Host))+63).Type)
	assert.Equal(t, fakeacl.LocationUnregistered, r.AttributesOf(12345).Type)
	r.ok(r.Free(r.ac, a))
	assert.Equal(t, fakeacl.LocationUnregistered, r.AttributesOf(a).Type)
	v := r.mapped(granule)
	assert.Equal(t, fakeacl.LocationDevice, r.AttributesOf(v+1).Type)
	assert.Equal(t, fakeacl.LocationUnregistered, r.AttributesOf(v+driver.Addr(granule)).Type)
}

// A device that is reset has no limits and modes of before.
func TestResetClearsLimits(t *testing.T) {
	r := newRig(t, nil)
	r.ok(r.SetDeviceLimit(0, fakeacl.CubeCores, 1))
	r.ok(r.SetOverflowMode(r.ac, 2))
	r.ok(r.ResetDeviceForce(0))
	ac := r.context(0)
	assert.Equal(t, uint32(20), must[uint32](r)(r.DeviceLimit(0, fakeacl.CubeCores)))
	assert.Zero(t, must[fakeacl.OverflowMode](r)(r.OverflowModeOf(ac)))
}
