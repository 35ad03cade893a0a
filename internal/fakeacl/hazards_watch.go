// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	checker "github.com/ascend-go/aclpool/internal/hazard"
)

// deviceWatch checks what an operation does to memory when it executes, by the order that held
// when it was enqueued. Kernels say only then what they use.
type deviceWatch struct {
	*hazards
	by        checker.Operation
	unchecked bool // what it writes counts as written, and that is all
	kernel    bool // it counts as running
}

var _ driver.Watch = (*deviceWatch)(nil)

// watched adds a watch to a task that is enqueued next, unless it has one or nothing is checked.
func (s *stream) watched(op string, t *task) {
	h := s.device.hazards
	if h == nil || t.watch != nil {
		return
	}
	if t.function != nil && !t.function.engine {
		op = fmt.Sprintf("%s, kernel %q", op, t.function.name)
	}
	w := &deviceWatch{hazards: h, unchecked: s.unchecked(), kernel: t.function != nil}
	if !w.unchecked {
		w.by = h.work(op, s)
	}
	if w.kernel {
		h.running.Add(1)
	}
	t.watch = w
}

// arguments checks that a kernel may read its arguments, which are in device memory. As of any
// memory, a kernel may read a part.
func (s *stream) arguments(op string, t *task) driver.Status {
	h := s.device.hazards
	if h == nil || t.addr == 0 {
		return driver.Status{}
	}
	at, ok := h.owns(t.addr, t.size)
	if !ok {
		return driver.Status{}
	}
	st, _ := h.usedOn(op, s, []checker.Access{ofKernel(at, false)})
	return st
}

// ofKernel returns how a kernel uses memory. The number of an argument says that it may use a part.
func ofKernel(at checker.Range, writes bool) checker.Access {
	if writes {
		return checker.Access{Range: at, Mode: hazard.ReadWrite}
	}
	return checker.Access{Range: at, Mode: hazard.Read, Argument: 1}
}

// Used checks memory that the kernel gets.
func (w *deviceWatch) Used(a driver.Addr, size uint64, write bool) (compare bool) {
	if at, ok := w.owns(a, size); ok {
		w.device.mu.Lock()
		defer w.device.mu.Unlock()
		if w.unchecked {
			w.checker.Exposed(at)
			return false
		}
		w.found(w.by.Name, w.checker.Access(w.by, []checker.Access{ofKernel(at, write)}))
	}
	return !write
}

// asks returns an error if the kernel must not have memory that it asks for, because violations
// fail. Memory that it does not get, of which err says why, may have been freed.
func (w *deviceWatch) asks(a driver.Addr, size uint64, write bool, err error) error {
	at, ok := w.owns(a, size)
	if !ok || w.unchecked || size == 0 || err == nil && !w.Fail {
		return err
	}
	w.device.mu.Lock()
	defer w.device.mu.Unlock()
	var found []checker.Finding
	for _, f := range w.checker.Check(w.by, []checker.Access{ofKernel(at, write)}) {
		if err == nil || ofLifetime(f.Kind) {
			found = append(found, f)
		}
	}
	if st := w.found(w.by.Name, found); !st.OK() && err == nil {
		return errors.New(st.Msg)
	}
	return err
}

// ofLifetime reports whether a violation is about when memory is allocated and freed.
func ofLifetime(k hazard.Kind) bool {
	return k == hazard.UseAfterFree || k == hazard.UnorderedFree || k == hazard.UnorderedUse
}

// Changed reports memory that has changed while the operation only reads it.
func (w *deviceWatch) Changed(m driver.Mem, size uint64) {
	at, ok := hostRange(m, size), true
	if m.Host == nil {
		at, ok = w.owns(m.Addr, size)
	}
	if !ok || w.unchecked {
		return
	}
	w.device.mu.Lock()
	defer w.device.mu.Unlock()
	w.found(w.by.Name, []checker.Finding{w.checker.Changed(w.by, checker.Access{Range: at, Mode: hazard.Read})})
}

// Ended has the stamp released.
func (w *deviceWatch) Ended() {
	if w.kernel {
		w.running.Add(-1)
	}
	w.end(w.by.Stamp)
}

// lateReads is what a copy reads that nothing had written when it was enqueued, while kernels
// were still to run: whether one of them writes it is known when the copy executes.
type lateReads struct {
	*hazards
	by  checker.Operation
	all []checker.Access
}

// check reports the bytes that have still not been written.
func (r *lateReads) check() {
	r.device.mu.Lock()
	defer r.device.mu.Unlock()
	unwritten := slices.DeleteFunc(r.checker.Check(r.by, r.all), func(f checker.Finding) bool { return f.Kind != hazard.Unwritten })
	r.found(r.by.Name, unwritten)
}
