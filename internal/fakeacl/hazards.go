// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	checker "github.com/ascend-go/aclpool/internal/hazard"
	"github.com/ascend-go/aclpool/internal/order"
)

// Hazards says what happens to violations of stream order. The device sees them without the
// program's lines of source: operations have the names of their C functions, and streams that
// have no name their numbers.
type Hazards struct {
	// Report is called for each violation, once for each kind, pair of operations and block,
	// with a device locked. It must not call the machine.
	Report func(hazard.Report)
	// Fail has the call fail, too, and do nothing. Where the violation is only seen when the
	// work executes, its stream fails.
	Fail bool
}

// hazards checks how the memory of one device is used. The device's lock guards all but ended.
type hazards struct {
	*Hazards
	device  *device
	checker *checker.Checker
	reports checker.Reports
	calls   uint64                 // that were made
	carved  map[driver.Addr]uint64 // size of allocations with blocks that the program has carved out

	running atomic.Int64 // kernels that are enqueued and have not ended

	mu    sync.Mutex
	ended []order.Stamp // of work that is over, to be released
}

func newHazards(d *device) *hazards {
	if d.machine.cfg.Hazards == nil {
		return nil
	}
	return &hazards{
		Hazards: d.machine.cfg.Hazards, device: d, checker: checker.New(d.host),
		carved: make(map[driver.Addr]uint64),
	}
}

// close forgets everything, because the device is emptied.
func (h *hazards) close() {
	if h == nil {
		return
	}
	h.releaseEnded()
	h.checker.Close()
	clear(h.carved)
}

// call returns an operation that works at once. The caller releases its stamp.
func (h *hazards) call(name string) checker.Operation {
	h.releaseEnded()
	h.calls++
	return checker.Operation{Name: name, Stamp: h.device.host.Here(), Call: h.calls}
}

// work returns the next operation of a stream, which has not taken its position. The caller
// releases its stamp.
func (h *hazards) work(name string, s *stream) checker.Operation {
	h.releaseEnded()
	h.calls++
	return checker.Operation{Name: name, Stream: s.number(), Stamp: s.line.Coming(), Call: h.calls}
}

// number returns the name of the stream for reports, or its number.
func (s *stream) number() string {
	if s.label.name != "" {
		return s.label.name
	}
	return strconv.Itoa(int(s.id))
}

// unchecked reports whether nothing can be said of the order of what is enqueued next: the
// stream executes nothing, waits for a condition that tells it only then what it is ordered
// after, or is aclpool's own.
func (s *stream) unchecked() bool {
	return s.failed != nil || s.detached() || s.label.internal || s.executed < s.condition
}

// found reports violations. If they fail, it returns the outcome of the call.
func (h *hazards) found(op string, all []checker.Finding) driver.Status {
	for i := range all {
		if h.Report != nil && h.reports.New(&all[i]) {
			h.Report(all[i].Report(int(h.device.id)))
		}
	}
	if !h.Fail || len(all) == 0 {
		return driver.Status{}
	}
	return fail(driver.RTParamInvalid, badOrder, op, "hazard: %s", all[0].Report(int(h.device.id)).Short())
}

// end has the stamp of work that is over released. The device may be locked.
func (h *hazards) end(s order.Stamp) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = append(h.ended, s)
}

func (h *hazards) releaseEnded() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.ended {
		s.Release()
	}
	clear(h.ended)
	h.ended = h.ended[:0]
}
