// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// watched is a driver that a test looks into and whose answers it changes.
type watched struct {
	driver.API
	calls   []string
	created []config
	// A call that before refuses is not made; after replaces the success of one that was.
	before func(op string) driver.Status
	after  func(op string) driver.Status
}

// config is what a stream was made with.
type config struct{ priority, flags uint32 }

// watch puts a watched driver between a device and its own.
func watch(dev *acl.Device) *watched {
	w := &watched{API: (*opaque.Device)(dev).Inner().Driver}
	(*opaque.Device)(dev).Inner().Runtime.Driver = w
	return w
}

func (w *watched) around(op string, call func() driver.Status) driver.Status {
	w.calls = append(w.calls, op)
	if w.before != nil {
		if st := w.before(op); !st.OK() {
			return st
		}
	}
	st := call()
	if st.OK() && w.after != nil {
		return w.after(op)
	}
	return st
}

func (w *watched) SynchronizeStream(ac driver.Context, s driver.Stream) driver.Status {
	return w.around("aclrtSynchronizeStream", func() driver.Status { return w.API.SynchronizeStream(ac, s) })
}

func (w *watched) StreamQuery(ac driver.Context, s driver.Stream) (status driver.StreamStatus, _ driver.Status) {
	st := w.around("aclrtStreamQuery", func() (st driver.Status) { status, st = w.API.StreamQuery(ac, s); return st })
	return status, st
}

func (w *watched) CreateStream(ac driver.Context) (h driver.Stream, _ driver.Status) {
	st := w.around("aclrtCreateStream", func() (st driver.Status) { h, st = w.API.CreateStream(ac); return st })
	return h, st
}

func (w *watched) CreateStreamWithConfig(ac driver.Context, priority, flags uint32) (h driver.Stream, _ driver.Status) {
	w.created = append(w.created, config{priority, flags})
	st := w.around("aclrtCreateStreamWithConfig", func() (st driver.Status) {
		h, st = w.API.CreateStreamWithConfig(ac, priority, flags)
		return st
	})
	return h, st
}

func (w *watched) SetStreamFailureMode(ac driver.Context, s driver.Stream, mode driver.FailureMode) driver.Status {
	return w.around("aclrtSetStreamFailureMode", func() driver.Status { return w.API.SetStreamFailureMode(ac, s, mode) })
}

func (w *watched) DestroyStream(ac driver.Context, s driver.Stream) driver.Status {
	return w.around("aclrtDestroyStream", func() driver.Status { return w.API.DestroyStream(ac, s) })
}

func (w *watched) DestroyStreamForce(ac driver.Context, s driver.Stream) driver.Status {
	return w.around("aclrtDestroyStreamForce", func() driver.Status { return w.API.DestroyStreamForce(ac, s) })
}

func (w *watched) MallocHost(ac driver.Context, size uint64) (m driver.Mem, _ driver.Status) {
	st := w.around("aclrtMallocHost", func() (st driver.Status) { m, st = w.API.MallocHost(ac, size); return st })
	return m, st
}

func (w *watched) FreeHost(ac driver.Context, m driver.Mem) driver.Status {
	return w.around("aclrtFreeHost", func() driver.Status { return w.API.FreeHost(ac, m) })
}

func (w *watched) MemcpyAsync(ac driver.Context, dst driver.Mem, room uint64, src driver.Mem, n uint64, kind driver.MemcpyKind, s driver.Stream) driver.Status {
	return w.around("aclrtMemcpyAsync", func() driver.Status { return w.API.MemcpyAsync(ac, dst, room, src, n, kind, s) })
}

func (w *watched) RecordEvent(ac driver.Context, e driver.Event, s driver.Stream) driver.Status {
	return w.around("aclrtRecordEvent", func() driver.Status { return w.API.RecordEvent(ac, e, s) })
}

// refuse answers a code for the n-th call of op and leaves all others alone.
func refuse(op string, n int, code driver.Code) func(string) driver.Status {
	return func(made string) driver.Status {
		if made == op {
			if n--; n == 0 {
				return driver.Fail(code, "by the test")
			}
		}
		return driver.Status{}
	}
}
