// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"math"

	"github.com/ascend-go/aclpool/internal/driver"
)

// DeviceTaskAbort calls aclrtDeviceTaskAbort: it drops the work of all streams of a device, gives
// up running kernels, and waits for them. The timeout is in milliseconds; 0 is none. Streams that
// a failure has stopped stay stopped.
func (m *Machine) DeviceTaskAbort(id int32, timeout uint32) driver.Status {
	const op = "aclrtDeviceTaskAbort"
	d, st := m.numbered(op, id)
	if !st.OK() {
		return st
	}
	if m.is310P() {
		return m.productLacks(op, "aborts of all tasks")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	limit := forever
	if timeout > 0 {
		limit = int32(min(timeout, math.MaxInt32))
	}
	var streams []*stream
	for s := range d.streams.all() {
		if s.failed == nil {
			s.giveUp()
			streams = append(streams, s)
		}
	}
	for { // again if another abort comes: a kernel runs until it returns
		switch v, about := d.awaitWork(limit, streams); v {
		case pending:
			return fail(driver.RTTaskAbortStop, badOrder, op, "%s still runs a kernel after %d ms", about, timeout)
		case completed, broken:
			return driver.Status{}
		}
	}
}

// awaitWork is await for all work that streams have now. Streams that are closing have none.
func (d *device) awaitWork(limit int32, streams []*stream) (verdict, *stream) {
	var targets []target
	for _, s := range streams {
		if !s.closing {
			targets = append(targets, target{stream: s, stamp: s.line.Until(), aborts: s.aborts})
		}
	}
	defer func() {
		for _, t := range targets {
			t.stamp.Release()
		}
	}()
	return d.await(limit, targets)
}
