// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// A kernel reaches registered memory at its device address, and copies do.
func TestRegisteredMemory(t *testing.T) {
	r := newRig(t, nil)
	own := make([]byte, 64)
	copy(own, "memory of the program")
	mem := driver.OnHost(own)
	a := must[driver.Addr](r)(r.HostRegister("register", r.ac, mem, 64, fakeacl.HostMapped))
	assert.Equal(t, a+7, must[driver.Addr](r)(r.HostDevicePointer(mem.Offset(7), 0)))
	r.launch(0, func(c *gokernel.Call) error {
		b, err := c.Memory(a+10, 3)
		if err == nil {
			copy(b, "the")
			b[0] = 'T'
		}
		_, past := c.Memory(a+60, 5)
		require.Error(t, past)
		return err
	})
	r.sync(0)
	assert.True(t, bytes.HasPrefix(own, []byte("memory of The program")))
	d := r.malloc(64)
	r.ok(r.Memcpy(r.ac, driver.OnDevice(d), 64, driver.OnDevice(a), 64, anyWay))
	r.ok(r.MemcpyAsync(r.ac, driver.OnDevice(a+32), 32, driver.OnDevice(d), 32, anyWay, 0))
	r.sync(0)
	assert.Equal(t, own[:32], own[32:])
	assert.Equal(t, fakeacl.LocationHost, r.AttributesOf(a).Type)

	code := func(off, size uint64) driver.Code {
		return status(r.HostRegister("register", r.ac, mem.Offset(off), size, 0)).Code
	}
	assert.Equal(t, driver.HostMemoryAlreadyRegistered, code(0, 64))
	assert.Equal(t, driver.HostMemoryAlreadyRegistered, code(63, 1))
	assert.Equal(t, driver.RTParamInvalid, r.FreeHost(r.ac, mem).Code)
	r.ok(r.HostUnregister(mem))
	assert.Equal(t, driver.HostMemoryNotRegistered, r.HostUnregister(mem).Code)
	assert.Equal(t, driver.HostMemoryNotRegistered, status(r.HostDevicePointer(mem, 0)).Code)
	assert.Equal(t, driver.RTParamInvalid, r.Memcpy(r.ac, driver.OnDevice(d), 1, driver.OnDevice(a), 1, anyWay).Code)
	assert.Equal(t, driver.Success, code(32, 32), "pinned only")
	assert.Equal(t, driver.HostMemoryAlreadyRegistered, code(0, 33))
	assert.Equal(t, driver.RTParamInvalid, status(r.HostDevicePointer(mem.Offset(32), 0)).Code, "not mapped")
}

func TestRegisterRefusals(t *testing.T) {
	own := driver.OnHost(make([]byte, 64))
	refuse(t, map[string]refusal{
		"NULL":     {func(r *rig) driver.Status { return status(r.HostRegister("f", r.ac, driver.Mem{}, 1, 0)) }, driver.InvalidParam, "NULL"},
		"no bytes": {func(r *rig) driver.Status { return status(r.HostRegister("f", r.ac, own, 0, 0)) }, driver.InvalidParam, "size"},
		"too many": {func(r *rig) driver.Status { return status(r.HostRegister("f", r.ac, own, 1<<48, 0)) }, driver.RTParamInvalid, "addresses"},
		"all":      {func(r *rig) driver.Status { return status(r.HostRegister("f", r.ac, own, 1<<64-1, 0)) }, driver.RTParamInvalid, "addresses"},
		"flags":    {func(r *rig) driver.Status { return status(r.HostRegister("f", r.ac, own, 1, 64)) }, driver.RTParamInvalid, "0x40"},
		"devices": {func(r *rig) driver.Status {
			return status(r.HostRegister("f", r.ac, driver.OnDevice(r.malloc(8)), 1, 0))
		}, driver.RTParamInvalid, "device memory"},
		"registers": {func(r *rig) driver.Status { return status(r.HostRegister("f", r.ac, own, 1, fakeacl.HostIOMemory)) }, driver.RTFeatureNotSupport, "does not register"},
		"pinned":    {func(r *rig) driver.Status { return status(r.HostRegister("f", r.ac, r.host(8), 1, 0)) }, driver.HostMemoryAlreadyRegistered, "already"},
		"pointer":   {func(r *rig) driver.Status { return status(r.HostDevicePointer(own, 1)) }, driver.RTParamInvalid, "flag"},
		"managed":   {func(r *rig) driver.Status { return status(r.AllocManaged(r.ac, 1, 0)) }, driver.RTParamInvalid, "flag"},
		"too much":  {func(r *rig) driver.Status { return status(r.AllocManaged(r.ac, 1<<60, 1)) }, driver.RTMemoryAllocation, "bytes"},
	})
}

// The host and kernels share managed memory, at one address.
func TestManagedMemory(t *testing.T) {
	r := newRig(t, nil)
	mem := must[driver.Mem](r)(r.AllocManaged(r.ac, 1, fakeacl.ManagedGlobal))
	a := driver.Addr(uintptr(mem.Host))
	copy(mem.Bytes(8), "host")
	r.launch(0, func(c *gokernel.Call) error {
		b, err := c.Memory(a, 8)
		if err == nil {
			copy(b[4:], b[:4])
		}
		return err
	})
	r.ok(r.MemcpyAsync(r.ac, mem.Offset(8), 8, mem, 8, anyWay, 0))
	r.sync(0)
	assert.Equal(t, "hosthosthosthost", string(mem.Bytes(16)))
	assert.Equal(t, fakeacl.LocationManaged, r.AttributesOf(a+driver.Addr(granule)-1).Type)
	r.ok(r.ManagedAdvise(r.ac, a, granule, fakeacl.AdviseReadMostly, fakeacl.ManagedLocation{}))
	assert.Equal(t, driver.RTParamInvalid, r.ManagedAdvise(r.ac, a, granule+1, fakeacl.AdviseReadMostly, fakeacl.ManagedLocation{}).Code)
	assert.Equal(t, driver.RTParamInvalid, r.FreeHost(r.ac, mem).Code)
	r.ok(r.Free(r.ac, a))
	assert.Equal(t, driver.RTParamInvalid, r.Free(r.ac, a).Code)

	other := newRig(t, func(cfg *fakeacl.Config) { cfg.Product = "Ascend310P3" })
	assert.Equal(t, driver.RTFeatureNotSupport, status(other.AllocManaged(other.ac, 1, 1)).Code)
	assert.Equal(t, driver.RTFeatureNotSupport, status(other.HostRegister("f", other.ac, driver.OnHost(make([]byte, 8)), 8, 0)).Code)
}
