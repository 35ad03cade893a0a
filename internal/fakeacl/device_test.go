// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

func TestDeviceRefusals(t *testing.T) {
	refuse(t, map[string]refusal{
		"set a device too high":      {func(r *rig) driver.Status { return status(r.SetDevice(2)) }, driver.RTInvalidDeviceID, "aclrtSetDevice: device 2 does not exist: there are 2"},
		"set a negative device":      {func(r *rig) driver.Status { return status(r.SetDevice(-1)) }, driver.RTInvalidDeviceID, "device -1"},
		"reset a device too high":    {func(r *rig) driver.Status { return r.ResetDevice(2) }, driver.RTInvalidDeviceID, "device 2"},
		"reset what is not set":      {func(r *rig) driver.Status { return r.ResetDevice(1) }, driver.RTContextReleaseError, "EE1018: aclrtResetDevice: device 1 is not set"},
		"force what is not set":      {func(r *rig) driver.Status { return r.ResetDeviceForce(1) }, driver.RTContextReleaseError, "device 1 is not set"},
		"context on no device":       {func(r *rig) driver.Status { return status(r.CreateContext(7)) }, driver.RTInvalidDeviceID, "device 7"},
		"peer is the device":         {func(r *rig) driver.Status { return status(r.DeviceCanAccessPeer(1, 1)) }, driver.InvalidParam, "both 1"},
		"peer of no device":          {func(r *rig) driver.Status { return status(r.DeviceCanAccessPeer(5, 1)) }, driver.RTInvalidDeviceID, "device 5"},
		"no peer":                    {func(r *rig) driver.Status { return status(r.DeviceCanAccessPeer(0, 5)) }, driver.RTInvalidDeviceID, "device 5"},
		"access with flags":          {func(r *rig) driver.Status { return r.DeviceEnablePeerAccess(r.ac, 1, 1) }, driver.FeatureUnsupported, "flags are 0x1"},
		"access to itself":           {func(r *rig) driver.Status { return r.DeviceEnablePeerAccess(r.ac, 0, 0) }, driver.InvalidParam, "device 0"},
		"access to no device":        {func(r *rig) driver.Status { return r.DeviceEnablePeerAccess(r.ac, 9, 0) }, driver.RTInvalidDeviceID, "device 9"},
		"access without a context":   {func(r *rig) driver.Status { return r.DeviceEnablePeerAccess(0, 1, 0) }, driver.RTContextNull, "no context"},
		"destroy no context":         {func(r *rig) driver.Status { return r.DestroyContext(0) }, driver.InvalidParam, "context is NULL"},
		"destroy an unknown context": {func(r *rig) driver.Status { return r.DestroyContext(r.ac + 1<<20) }, driver.RTContextNull, "no context"},
		"destroy the primary one":    {func(r *rig) driver.Status { return r.DestroyContext(r.ac) }, driver.RTContextNull, "primary"},
		"destroy a context twice": {func(r *rig) driver.Status {
			ac := must[driver.Context](r)(r.CreateContext(0))
			r.ok(r.DestroyContext(ac))
			return r.DestroyContext(ac)
		}, driver.RTContextNull, "no context"},
		"default stream of no context": {func(r *rig) driver.Status { return status(r.CtxGetCurrentDefaultStream(0)) }, driver.RTContextNull, "no context"},
		"memory of an unknown kind":    {func(r *rig) driver.Status { _, _, st := r.MemInfo(r.ac, 18); return st }, driver.RTInvalidMemoryType, "attribute 18"},
		"memory of no context":         {func(r *rig) driver.Status { _, _, st := r.MemInfo(0, driver.MemHBM); return st }, driver.RTContextNull, "no context"},
	})
}

func TestDeviceOf(t *testing.T) {
	r := newRig(t, nil)
	id, st := r.DeviceOf(r.context(1))
	r.ok(st)
	assert.EqualValues(t, 1, id)
	assert.Equal(t, driver.RTContextNull, status(r.DeviceOf(0)).Code)
}

func TestPeersReachEachOther(t *testing.T) {
	r := newRig(t, nil)
	can, st := r.DeviceCanAccessPeer(0, 1)
	r.ok(st)
	assert.True(t, can)
}

func TestSetDeviceIsCounted(t *testing.T) {
	r := newRig(t, nil)
	assert.Equal(t, r.ac, r.context(0), "the primary context is shared")
	s := r.stream()
	r.ok(r.ResetDevice(0))
	r.sync(s)
	r.ok(r.ResetDevice(0))
	assert.Equal(t, driver.RTContextNull, r.SynchronizeStream(r.ac, s).Code, "the last reset ends the context")
	assert.Equal(t, driver.RTContextReleaseError, r.ResetDevice(0).Code)
	again := r.context(0)
	assert.NotEqual(t, r.ac, again, "handles are not used again")
	assert.Equal(t, driver.RTInvalidHandle, r.SynchronizeStream(again, s).Code)
}

func TestResetForceDropsAllReferencesAndWork(t *testing.T) {
	r := newRig(t, nil)
	r.context(0)
	s := r.stream()
	r.hold(s)
	r.ok(r.ResetDeviceForce(0))
	assert.Equal(t, driver.RTContextReleaseError, r.ResetDevice(0).Code)
	assert.Equal(t, driver.RTContextNull, r.SynchronizeDevice(r.ac).Code)
}

func TestCreatedContextsSurviveAReset(t *testing.T) {
	r := newRig(t, nil)
	ac := must[driver.Context](r)(r.CreateContext(0))
	s := must[driver.Stream](r)(r.CreateStream(ac))
	r.ok(r.ResetDeviceForce(0))
	r.ok(r.SynchronizeStream(ac, s))
	r.ok(r.DestroyContext(ac))
	assert.Equal(t, driver.RTContextNull, r.SynchronizeStream(ac, s).Code)
}

func TestTheLastContextTakesTheMemoryAlong(t *testing.T) {
	r := newRig(t, nil)
	r.malloc(mib)
	p := r.pool(8 * mib)
	r.alloc(p, 2*mib, r.stream())
	r.ok(r.ResetDevice(0))
	ac := r.context(0)
	free, total, st := r.MemInfo(ac, driver.MemHBM)
	r.ok(st)
	assert.Equal(t, total, free)
	assert.Equal(t, driver.RTInternalError, r.MemPoolDestroy(ac, p).Code)
}

func TestDefaultStream(t *testing.T) {
	r := newRig(t, nil)
	s := must[driver.Stream](r)(r.CtxGetCurrentDefaultStream(r.ac))
	release := r.hold(0)
	assert.True(t, r.busy(s), "zero is the default stream")
	release()
	r.sync(0)
	r.ok(r.DestroyStream(r.ac, s))
	assert.Equal(t, driver.RTInvalidHandle, r.SynchronizeStream(r.ac, 0).Code, "hardware crashes here")
}

func TestMemInfoByKind(t *testing.T) {
	for name, tt := range map[string]struct {
		ddr      bool
		attr     driver.MemAttr
		wantNone bool
	}{
		"HBM of a chip with HBM": {attr: driver.MemHBM},
		"DDR of a chip with HBM": {attr: driver.MemDDR, wantNone: true},
		"DDR of a chip with DDR": {ddr: true, attr: driver.MemDDR},
		"HBM of a chip with DDR": {ddr: true, attr: driver.MemHBM},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, func(c *fakeacl.Config) { c.DDR = tt.ddr })
			_, total, st := r.MemInfo(r.ac, tt.attr)
			r.ok(st)
			require.Equal(t, tt.wantNone, total == 0)
		})
	}
}
