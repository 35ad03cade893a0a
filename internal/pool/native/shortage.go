// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// refusal is an allocation that has failed, perhaps for want of memory, and what the pool
// had reserved then. A pool that is exhausted fails with "internal error".
type refusal struct {
	error
	reserved uint64
}

func (r *refusal) Unwrap() error { return r.error }

// mayBeShortage reports whether memory may be what an allocation has lacked.
func mayBeShortage(st driver.Code, err error) bool {
	return st == driver.RTInternalError || errors.Is(err, errclass.OutOfMemory)
}

// refused notes what is reserved while the stream is still locked, before anybody can
// release memory.
func (l *lane) refused(err error) error {
	if !mayBeShortage(codeOf(err), err) {
		return err
	}
	f, failed := l.figures()
	if failed != nil {
		return errors.Join(err, failed)
	}
	return &refusal{err, f.Reserved}
}

// Diagnose finds out whether memory was what an allocation has lacked.
func (n *Engine) Diagnose(size, live uint64, f *engine.Figures, cause error) (s engine.Shortage, err error) {
	var r *refusal
	if !errors.As(cause, &r) {
		return s, nil
	}
	var st driver.Status
	if s.DeviceFree, s.DeviceTotal, st = n.dev.MemInfo(); !st.OK() {
		return s, fail("aclrtGetMemInfo", st)
	}
	f.Reserved = max(f.Reserved, r.reserved)
	need, _ := driver.RoundUp(size, driver.Granule)
	classed := errors.Is(cause, errclass.OutOfMemory)
	s.Memory = classed || !n.mustFit(need, live, f)
	s.Advice = "that should have been enough"
	if s.Memory {
		s.Advice = n.advice(need, classed, f, &s)
	}
	return s, nil
}

// mustFit reports whether a range that has never been used must have been large enough:
// then memory is not what was missing. Every used or cached range cuts the rest in two at
// most, and a cached one has a granule or more, so the rest is in no more than so many
// pieces, the largest of which is at least the average.
func (n *Engine) mustFit(need, live uint64, f *engine.Figures) bool {
	pieces := 1 + live + f.Lost + (f.Reserved-f.Used)/driver.Granule
	return need <= (n.cfg.MaxSize-f.Reserved)/pieces
}

// advice says what the caller can do.
func (n *Engine) advice(need uint64, classed bool, f *engine.Figures, s *engine.Shortage) string {
	cached := f.Reserved - f.Used
	switch {
	case need > s.DeviceTotal:
		return "the device can never hold that: ask for less"
	case need > n.cfg.MaxSize:
		return "the pool can never hold that: make it with a larger MaxSize"
	case classed && cached == 0:
		return "the device is exhausted: free something, or trim its other pools"
	case need > n.cfg.MaxSize-f.Used:
		return "free blocks first, or make the pool with a larger MaxSize"
	case f.Pending > 0:
		return "memory waits for its free: use TrimSync and allocate again"
	case cached > 0:
		return "memory is cached in pieces or for other streams: use TrimTo and allocate again"
	}
	return "no free range is large enough: free blocks between them"
}
