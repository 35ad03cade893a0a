//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #include "shim.h"
import "C"

import (
	"math"

	"github.com/ascend-go/aclpool/internal/driver"
)

// CreateEvent calls aclrtCreateEvent.
func (l *Library) CreateEvent(ac driver.Context) (driver.Event, driver.Status) {
	return value[driver.Event](C.aclpool_create_event(C.uintptr_t(ac)))
}

// CreateEventWithFlag calls aclrtCreateEventWithFlag.
func (l *Library) CreateEventWithFlag(ac driver.Context, flags uint32) (driver.Event, driver.Status) {
	return value[driver.Event](C.aclpool_create_event_with_flag(C.uintptr_t(ac), C.uint32_t(flags)))
}

// CreateEventExWithFlag calls aclrtCreateEventExWithFlag.
func (l *Library) CreateEventExWithFlag(ac driver.Context, flags uint32) (driver.Event, driver.Status) {
	return value[driver.Event](C.aclpool_create_event_ex_with_flag(C.uintptr_t(ac), C.uint32_t(flags)))
}

// DestroyEvent calls aclrtDestroyEvent.
func (l *Library) DestroyEvent(ac driver.Context, e driver.Event) driver.Status {
	return status(C.aclpool_destroy_event(C.uintptr_t(ac), C.uintptr_t(e)))
}

// RecordEvent calls aclrtRecordEvent.
func (l *Library) RecordEvent(ac driver.Context, e driver.Event, s driver.Stream) driver.Status {
	return status(C.aclpool_record_event(C.uintptr_t(ac), C.uintptr_t(e), C.uintptr_t(s)))
}

// ResetEvent calls aclrtResetEvent.
func (l *Library) ResetEvent(ac driver.Context, e driver.Event, s driver.Stream) driver.Status {
	return status(C.aclpool_reset_event(C.uintptr_t(ac), C.uintptr_t(e), C.uintptr_t(s)))
}

// QueryEventStatus calls aclrtQueryEventStatus.
func (l *Library) QueryEventStatus(ac driver.Context, e driver.Event) (driver.EventRecordedStatus, driver.Status) {
	return value[driver.EventRecordedStatus](C.aclpool_query_event_status(C.uintptr_t(ac), C.uintptr_t(e)))
}

// QueryEventWaitStatus calls aclrtQueryEventWaitStatus.
func (l *Library) QueryEventWaitStatus(ac driver.Context, e driver.Event) (driver.EventWaitStatus, driver.Status) {
	return value[driver.EventWaitStatus](C.aclpool_query_event_wait_status(C.uintptr_t(ac), C.uintptr_t(e)))
}

// SynchronizeEvent calls aclrtSynchronizeEvent.
func (l *Library) SynchronizeEvent(ac driver.Context, e driver.Event) driver.Status {
	return status(C.aclpool_synchronize_event(C.uintptr_t(ac), C.uintptr_t(e)))
}

// SynchronizeEventWithTimeout calls aclrtSynchronizeEventWithTimeout.
func (l *Library) SynchronizeEventWithTimeout(ac driver.Context, e driver.Event, ms int32) driver.Status {
	return status(C.aclpool_synchronize_event_with_timeout(C.uintptr_t(ac), C.uintptr_t(e), C.int32_t(ms)))
}

// EventElapsedTime calls aclrtEventElapsedTime.
func (l *Library) EventElapsedTime(ac driver.Context, start, end driver.Event) (ms float32, _ driver.Status) {
	bits, st := value[uint32](C.aclpool_event_elapsed_time(C.uintptr_t(ac), C.uintptr_t(start), C.uintptr_t(end)))
	return math.Float32frombits(bits), st
}
