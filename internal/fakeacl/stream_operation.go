// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

type operationKind uint8

const (
	allocate operationKind = iota
	free
	freePlain // by FreeAsync, of memory that no pool knows
	record
	wait
	reset
	special     // what its own functions do
	lastInstant = special

	copyMemory operationKind = iota
	fillMemory
	launch
)

// operation is an operation of a stream.
type operation struct {
	kind   operationKind
	pos    uint64      // in the stream's line of work
	after  order.Place // what must have executed before this can,
	gamble bool        // or, for allocate, what must have executed by then, or the allocation fails

	pool  *pool       // allocate, free
	block extent      // allocate, free
	addr  driver.Addr // freePlain

	event  *event // record, wait, reset
	record uint64 // number of the record

	special *specialOperation // of special; of wait, if it has a time limit
}

// task is what an operation that takes time needs besides.
type task struct {
	name     string // C function, for texts
	dst, src operand
	size     uint64 // bytes, of one row
	grid     grid   // of a copy; zero for one row
	value    byte

	function *function
	blocks   uint32
	thread   uint32       // that has enqueued it; 0 if threads are not recorded
	args     argumentList // of launch: the arguments,
	addr     driver.Addr  // or where they are in device memory

	watch driver.Watch // of a launch or a copy; nil for none
	reads *lateReads   // of a copy; nil for none
	sum   uint64       // of what a watched copy reads, when it was enqueued
}

// instant reports whether executing takes no time.
func (o *operation) instant() bool { return o.kind <= lastInstant }

// apply executes an instant operation. The device is locked.
func (s *stream) apply(o *operation) *failure {
	if o.special != nil && o.special.limit > 0 {
		if f := s.endLimit(o); f != nil {
			s.drop(o)
			return f
		}
	}
	switch o.kind {
	case allocate:
		if o.gamble && !s.device.reached(o.after) {
			return &failure{driver.RTAICPUException, fmt.Sprintf(
				"an allocation of %d bytes took memory in the hope that its free on %s would have executed by now, and it has not",
				o.block.size, s.device.lines.Get(o.after.Line).label)}
		}
		if o.pool.takesAtExecution() && !o.pool.Take(o.block.off, o.block.size) {
			return &failure{driver.RTAICPUException, fmt.Sprintf(
				"an allocation of %d bytes found too little memory on the device", o.block.size)}
		}
		o.pool.allocations.executeAllocate(o.block)
		o.pool.patternIn(o.block)
	case free:
		o.pool.allocations.executeFree(o.block)
	case freePlain:
		if !s.device.freeBlock(o.addr, s.label) {
			s.device.machine.log(fmt.Sprintf("aclrtMemPoolFreeAsync: %#x is no device memory in use; nothing was freed", uint64(o.addr)))
		}
	case record:
		o.event.recorded(o.record, time.Now())
	case wait:
		o.event.waiting--
	case reset:
		o.event.set = false
	case special:
		return o.special.execute(s)
	}
	return nil
}

// drop completes the bookkeeping of an operation that will not execute: its block does not
// exist, or no longer. The device is locked.
func (s *stream) drop(o *operation) {
	switch o.kind {
	case free:
		o.pool.allocations.executeFree(o.block)
	case wait:
		o.event.waiting--
	case special:
		if o.special.dropped != nil {
			o.special.dropped()
		}
	}
}

// dropTask is drop for what an operation needs besides.
func (s *stream) dropTask(t *task) {
	t.endWatch()
	t.endReads()
	s.device.machine.pinned.unpin(t.dst)
	s.device.machine.pinned.unpin(t.src)
}
