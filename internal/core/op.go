// SPDX-License-Identifier: Apache-2.0

package core

import (
	"slices"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/caller"
	"github.com/ascend-go/aclpool/internal/driver"
	checker "github.com/ascend-go/aclpool/internal/hazard"
	"github.com/ascend-go/aclpool/internal/order"
)

// Op is a call of the program that uses memory, from before the call of the driver until after
// it. A nil Op is a call that is not checked. Its methods do nothing.
type Op struct {
	checks *checks
	stream *Stream     // nil for a call that works at once
	now    order.Stamp // of a call that works at once
	by     checker.Operation
	uses   []checker.Access

	watched bool // the device is to watch the operation
	watch   *watch
}

// Begin begins a call of the program that enqueues work. It returns nil if the device has no
// checks, and on a stream of this module. The stream is locked by the caller until Done.
func (s *Stream) Begin(name string) *Op {
	if s.Device.checks == nil {
		return nil
	}
	return s.begin(name)
}

func (s *Stream) begin(name string) *Op {
	if s.Internal {
		return nil
	}
	if s.Foreign {
		s.Device.UnseenWork() // of the code that has made the stream
	}
	if s.op == nil {
		s.op = &Op{checks: s.Device.checks, stream: s}
	}
	s.op.by = operation(name, s)
	s.op.uses = s.op.uses[:0]
	s.op.watched, s.op.watch = false, nil
	return s.op
}

// BeginNow begins a call of the program that works at once, in no stream's order. Done must
// follow.
func (d *Device) BeginNow(name string) *Op {
	if d.checks == nil {
		return nil
	}
	return &Op{checks: d.checks, now: d.hostStamp(), by: operation(name, nil)}
}

func (p *primary) hostStamp() order.Stamp {
	p.clock.mu.Lock()
	defer p.clock.mu.Unlock()
	return p.clock.host.Here()
}

// operation returns a call of the program without its stamp. A nil stream is none.
func operation(name string, s *Stream) checker.Operation {
	by := checker.Operation{Name: name, Site: caller.Here()}
	if s != nil {
		by.Stream = s.Name
	}
	return by
}

// Uses adds a use of device memory. The argument is the number of the kernel's, from 1, or 0.
func (o *Op) Uses(how hazard.Access, a driver.Addr, size uint64, argument int) {
	if o != nil {
		o.add(how, DeviceRange(a, size), argument)
	}
}

// UsesHost adds a use of pinned memory.
func (o *Op) UsesHost(how hazard.Access, m driver.Mem, size uint64) {
	if o != nil {
		o.add(how, HostRange(m, size), 0)
	}
}

func (o *Op) add(how hazard.Access, r checker.Range, argument int) {
	if r.Size > 0 || how == hazard.None {
		o.uses = append(o.uses, checker.Access{Range: r, Mode: how, Argument: argument})
	}
}

// DeviceRange returns a range of device memory.
func DeviceRange(a driver.Addr, size uint64) checker.Range {
	return checker.Range{Space: checker.Device, Addr: uint64(a), Size: size}
}

// HostRange returns a range of pinned memory.
func HostRange(m driver.Mem, size uint64) checker.Range {
	return checker.Range{Space: checker.Host, Addr: m.HostAddr(), Size: size}
}

// Check returns an error if the call must not be made: it violates the order, and violations
// fail. It comes before the call of the driver, and Done after that only if Check returns nil.
func (o *Op) Check() error {
	if o == nil {
		return nil
	}
	if o.checks.fail {
		if err := o.checks.refused(o.judge(true)); err != nil {
			o.end()
			return err
		}
	}
	o.beginWatch()
	return nil
}

// Done ends the call. It is noted if the driver has accepted it; its work has been counted by
// then. If the driver has refused it, only its use of memory that the program does not have is
// reported, which may be why.
func (o *Op) Done(st driver.Status) {
	if o != nil {
		o.done(st.OK())
	}
}

// Cancel ends a call that is not made after all.
func (o *Op) Cancel() {
	if o != nil {
		o.cancelWatch()
		o.end()
	}
}

func (o *Op) done(accepted bool) {
	if accepted {
		o.checks.deliver(o.judge(false))
	} else {
		o.cancelWatch()
		o.checks.deliver(slices.DeleteFunc(o.judge(true), func(f checker.Finding) bool {
			return f.Kind != hazard.UseAfterFree && f.Kind != hazard.OutOfBounds
		}))
	}
	o.end()
}

// judge returns the violations of the call. If it is only coming, it is not noted.
func (o *Op) judge(coming bool) []checker.Finding {
	c := o.checks
	c.clock.mu.Lock()
	defer c.clock.mu.Unlock()
	by := o.by
	switch {
	case o.stream == nil:
		by.Stamp = o.now.Retain()
	case coming:
		by.Stamp = o.stream.line.Coming()
	default:
		by.Stamp = o.stream.line.Here()
	}
	defer by.Stamp.Release()
	if coming {
		return c.checker.Check(by, o.uses)
	}
	return c.checker.Access(by, o.uses)
}

// end gives up the stamp of a call that works at once.
func (o *Op) end() {
	if o.stream == nil {
		o.checks.clock.mu.Lock()
		defer o.checks.clock.mu.Unlock()
		o.now.Release()
	}
}
