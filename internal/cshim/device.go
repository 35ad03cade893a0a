//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #include "shim.h"
import "C"

import "github.com/ascend-go/aclpool/internal/driver"

// DeviceCount calls aclrtGetDeviceCount.
func (l *Library) DeviceCount() (uint32, driver.Status) {
	return value[uint32](C.aclpool_device_count())
}

// SetDevice calls aclrtSetDevice and returns the primary context. It also repairs the signal
// handlers that the library installs when it opens a device.
func (l *Library) SetDevice(id int32) (driver.Context, driver.Status) {
	ac, st := value[driver.Context](C.aclpool_set_device(C.int32_t(id)))
	l.repairSignals("aclrtSetDevice")
	return ac, st
}

// ResetDevice calls aclrtResetDevice.
func (l *Library) ResetDevice(id int32) driver.Status {
	return status(C.aclpool_reset_device(C.int32_t(id)))
}

// ResetDeviceForce calls aclrtResetDeviceForce.
func (l *Library) ResetDeviceForce(id int32) driver.Status {
	return status(C.aclpool_reset_device_force(C.int32_t(id)))
}

// RunMode calls aclrtGetRunMode.
func (l *Library) RunMode() (driver.RunMode, driver.Status) {
	return value[driver.RunMode](C.aclpool_run_mode())
}

// MemInfo calls aclrtGetMemInfo.
func (l *Library) MemInfo(ac driver.Context, attr driver.MemAttr) (free, total uint64, _ driver.Status) {
	m := C.aclpool_get_mem_info(C.uintptr_t(ac), C.int32_t(attr))
	return uint64(m.free), uint64(m.total), status(m.result)
}

// SynchronizeDevice calls aclrtSynchronizeDevice.
func (l *Library) SynchronizeDevice(ac driver.Context) driver.Status {
	return status(C.aclpool_synchronize_device(C.uintptr_t(ac)))
}

// SynchronizeDeviceWithTimeout calls aclrtSynchronizeDeviceWithTimeout.
func (l *Library) SynchronizeDeviceWithTimeout(ac driver.Context, ms int32) driver.Status {
	return status(C.aclpool_synchronize_device_with_timeout(C.uintptr_t(ac), C.int32_t(ms)))
}

// DeviceCanAccessPeer calls aclrtDeviceCanAccessPeer.
func (l *Library) DeviceCanAccessPeer(id, peer int32) (bool, driver.Status) {
	can, st := value[uint32](C.aclpool_device_can_access_peer(C.int32_t(id), C.int32_t(peer)))
	return can != 0, st
}

// DeviceEnablePeerAccess calls aclrtDeviceEnablePeerAccess.
func (l *Library) DeviceEnablePeerAccess(ac driver.Context, peer int32, flags uint32) driver.Status {
	return status(C.aclpool_device_enable_peer_access(C.uintptr_t(ac), C.int32_t(peer), C.uint32_t(flags)))
}
