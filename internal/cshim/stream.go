//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #include "shim.h"
import "C"

import "github.com/ascend-go/aclpool/internal/driver"

// CreateStream calls aclrtCreateStream.
func (l *Library) CreateStream(ac driver.Context) (driver.Stream, driver.Status) {
	return value[driver.Stream](C.aclpool_create_stream(C.uintptr_t(ac)))
}

// CreateStreamWithConfig calls aclrtCreateStreamWithConfig.
func (l *Library) CreateStreamWithConfig(ac driver.Context, priority, flags uint32) (driver.Stream, driver.Status) {
	return value[driver.Stream](C.aclpool_create_stream_with_config(C.uintptr_t(ac), C.uint32_t(priority), C.uint32_t(flags)))
}

// DestroyStream calls aclrtDestroyStream.
func (l *Library) DestroyStream(ac driver.Context, s driver.Stream) driver.Status {
	return status(C.aclpool_destroy_stream(C.uintptr_t(ac), C.uintptr_t(s)))
}

// DestroyStreamForce calls aclrtDestroyStreamForce.
func (l *Library) DestroyStreamForce(ac driver.Context, s driver.Stream) driver.Status {
	return status(C.aclpool_destroy_stream_force(C.uintptr_t(ac), C.uintptr_t(s)))
}

// SynchronizeStream calls aclrtSynchronizeStream.
func (l *Library) SynchronizeStream(ac driver.Context, s driver.Stream) driver.Status {
	return status(C.aclpool_synchronize_stream(C.uintptr_t(ac), C.uintptr_t(s)))
}

// SynchronizeStreamWithTimeout calls aclrtSynchronizeStreamWithTimeout.
func (l *Library) SynchronizeStreamWithTimeout(ac driver.Context, s driver.Stream, ms int32) driver.Status {
	return status(C.aclpool_synchronize_stream_with_timeout(C.uintptr_t(ac), C.uintptr_t(s), C.int32_t(ms)))
}

// StreamQuery calls aclrtStreamQuery.
func (l *Library) StreamQuery(ac driver.Context, s driver.Stream) (driver.StreamStatus, driver.Status) {
	return value[driver.StreamStatus](C.aclpool_stream_query(C.uintptr_t(ac), C.uintptr_t(s)))
}

// StreamWaitEvent calls aclrtStreamWaitEvent.
func (l *Library) StreamWaitEvent(ac driver.Context, s driver.Stream, e driver.Event) driver.Status {
	return status(C.aclpool_stream_wait_event(C.uintptr_t(ac), C.uintptr_t(s), C.uintptr_t(e)))
}

// StreamAbort calls aclrtStreamAbort.
func (l *Library) StreamAbort(ac driver.Context, s driver.Stream) driver.Status {
	return status(C.aclpool_stream_abort(C.uintptr_t(ac), C.uintptr_t(s)))
}

// StreamGetID calls aclrtStreamGetId.
func (l *Library) StreamGetID(ac driver.Context, s driver.Stream) (int32, driver.Status) {
	return value[int32](C.aclpool_stream_get_id(C.uintptr_t(ac), C.uintptr_t(s)))
}

// SetStreamFailureMode calls aclrtSetStreamFailureMode.
func (l *Library) SetStreamFailureMode(ac driver.Context, s driver.Stream, mode driver.FailureMode) driver.Status {
	return status(C.aclpool_set_stream_failure_mode(C.uintptr_t(ac), C.uintptr_t(s), C.uint64_t(mode)))
}
