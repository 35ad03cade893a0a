// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

func as310P(c *fakeacl.Config) { c.Product = "Ascend310P3" }

// A device has the same names in every process, whatever number it has there, and no two have
// one.
func TestNamesOfDevices(t *testing.T) {
	all := newRig(t, func(c *fakeacl.Config) { c.Devices, c.Memory = 256, 2*mib })
	some := newRig(t, func(c *fakeacl.Config) { c.Visible, c.HostDevices = []int32{200, 7}, 256 })
	uuids, places := map[fakeacl.UUID]bool{}, map[string]bool{}
	for id := range int32(256) {
		uuids[must[fakeacl.UUID](all)(all.DeviceUUID(id))] = true
		place := must[string](all)(all.PCIBusID(id, 13))
		places[place] = true
		assert.Equal(t, id, must[int32](all)(all.DeviceByPCIBusID(place)))
	}
	assert.Len(t, uuids, 256)
	assert.Len(t, places, 256)
	assert.Equal(t, must[fakeacl.UUID](all)(all.DeviceUUID(7)), must[fakeacl.UUID](some)(some.DeviceUUID(1)))
	place := must[string](some)(some.PCIBusID(0, 13))
	assert.Equal(t, "0001:c8:00.0", place)
	assert.Equal(t, place, must[string](all)(all.PCIBusID(200, 64)))
	assert.EqualValues(t, 0, must[int32](some)(some.DeviceByPCIBusID("0001:C8:00.0")))
	refuse(t, map[string]refusal{
		"uuid of none":     {func(r *rig) driver.Status { return status(r.DeviceUUID(2)) }, driver.RTInvalidDeviceID, "device 2"},
		"place of none":    {func(r *rig) driver.Status { return status(r.PCIBusID(-1, 13)) }, driver.RTInvalidDeviceID, "device -1"},
		"too little room":  {func(r *rig) driver.Status { return status(r.PCIBusID(0, 12)) }, driver.RTParamInvalid, "at least 13"},
		"nothing is there": {func(r *rig) driver.Status { return status(r.DeviceByPCIBusID("0000:00:00.0")) }, driver.RTParamInvalid, "0000:00:00.0"},
	})
}

func TestTopology(t *testing.T) {
	tests := map[string]map[[2]uint32]uint64{
		"Ascend910B3":    {{0, 7}: fakeacl.ConnectedByHCCS, {7, 8}: fakeacl.ConnectedBySwitch},
		"Ascend910_9392": {{0, 1}: fakeacl.ConnectedOnChip, {1, 2}: fakeacl.ConnectedByHCCSSw},
		"Ascend310P3":    {{0, 1}: fakeacl.ConnectedByBridge},
	}
	for product, pairs := range tests {
		r := newRig(t, func(c *fakeacl.Config) { c.Product, c.Devices = product, 16 })
		for pair, want := range pairs {
			assert.Equal(t, want, must[uint64](r)(r.Topology(pair[0], pair[1])), "%s %v", product, pair)
			assert.Equal(t, want, must[uint64](r)(r.Topology(pair[1], pair[0])), "%s %v", product, pair)
		}
	}
	refuse(t, map[string]refusal{
		"first":  {func(r *rig) driver.Status { return status(r.Topology(2, 0)) }, driver.RTInvalidDeviceID, "device 2"},
		"second": {func(r *rig) driver.Status { return status(r.Topology(0, math.MaxUint32)) }, driver.RTInvalidDeviceID, "does not exist"},
	})
}

// Limits belong to the process, survive resets, and are rounded up.
func TestKernelLimits(t *testing.T) {
	r := newRig(t, nil)
	get := func(limit fakeacl.KernelLimit) uint64 { return must[uint64](r)(r.KernelLimit(limit)) }
	assert.EqualValues(t, 32<<10, get(fakeacl.LimitStack))
	assert.EqualValues(t, 32<<10, get(fakeacl.LimitPrint))
	r.ok(r.SetKernelLimit(fakeacl.LimitStack, 32<<10+1))
	assert.EqualValues(t, 48<<10, get(fakeacl.LimitStack))
	r.ok(r.SetKernelLimit(fakeacl.LimitStack, 1))
	assert.EqualValues(t, 48<<10, get(fakeacl.LimitStack))
	r.ok(r.SetKernelLimit(fakeacl.LimitPrint, 1025))
	r.ok(r.ResetDevice(0))
	assert.EqualValues(t, 1032, get(fakeacl.LimitPrint))

	set := func(limit fakeacl.KernelLimit, value uint64) func(*rig) driver.Status {
		return func(r *rig) driver.Status { return r.SetKernelLimit(limit, value) }
	}
	refuse(t, map[string]refusal{
		"unknown":       {set(5, 1), driver.InvalidParam, "limit 5"},
		"negative":      {set(-1, 1), driver.InvalidParam, "limit -1"},
		"get unknown":   {func(r *rig) driver.Status { return status(r.KernelLimit(9)) }, driver.InvalidParam, "limit 9"},
		"too large":     {set(fakeacl.LimitStack, 1<<32), driver.InvalidParam, "4294967295"},
		"print least":   {set(fakeacl.LimitPrint, 1023), driver.RTParamInvalid, "1024"},
		"print most":    {set(fakeacl.LimitPrint, 64<<20+1), driver.RTParamInvalid, "67108864"},
		"threads":       {set(0, 1), driver.RTFeatureNotSupport, "threads"},
		"threads print": {set(4, 1), driver.RTFeatureNotSupport, "threads"},
	})
}

func TestDevicesAreHealthy(t *testing.T) {
	r := newRig(t, nil)
	assert.Zero(t, must[int32](r)(r.MemoryInUse(0)))
	r.malloc(32 * mib)
	assert.EqualValues(t, 50, must[int32](r)(r.MemoryInUse(0)))
	assert.False(t, must[bool](r)(r.DeviceFeature(0, 1)))
	assert.False(t, must[bool](r)(r.DeviceFeature(1, 21)))
	r.ok(r.CheckRepairs("aclrtGetMemUceInfo", 1))
	refuse(t, map[string]refusal{
		"feature":         {func(r *rig) driver.Status { return status(r.DeviceFeature(0, 2)) }, driver.RTParamInvalid, "feature 2"},
		"feature of none": {func(r *rig) driver.Status { return status(r.DeviceFeature(2, 1)) }, driver.RTInvalidDeviceID, "device 2"},
		"memory of none":  {func(r *rig) driver.Status { return status(r.MemoryInUse(2)) }, driver.RTInvalidDeviceID, "device 2"},
		"errors of none":  {func(r *rig) driver.Status { return r.CheckRepairs("aclrtGetErrorVerbose", 2) }, driver.RTInvalidDeviceID, "device 2"},
	})
}

// What the documents say that a 310P does not have returns 207000.
func TestWhatA310PLacks(t *testing.T) {
	r := newRig(t, as310P)
	for name, st := range map[string]driver.Status{
		"uuid":   status(r.DeviceUUID(0)),
		"place":  status(r.PCIBusID(0, 64)),
		"by it":  status(r.DeviceByPCIBusID("0000:80:00.0")),
		"limit":  status(r.KernelLimit(fakeacl.LimitStack)),
		"errors": r.CheckRepairs("aclrtGetErrorVerbose", 0),
		"abort":  r.DeviceTaskAbort(0, 0),
		"clean":  r.PersistentTaskClean(r.ac, r.stream()),
	} {
		assert.Equal(t, driver.RTFeatureNotSupport, st.Code, name)
	}
}
