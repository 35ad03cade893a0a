// SPDX-License-Identifier: Apache-2.0

// Package poolmodel says what the simulated device needs of a model of one stream-ordered
// memory pool, and holds what all models have in common. Package documented is the model
// of the documented rules, package releases that of what the vendor's runtime really does.
//
// A model decides at the time of the call, before anything has executed, and touches no
// memory: the device around it queues the operations, runs them, and provides the physical
// memory behind [Memory]. A model does not lock: the device's lock guards it together with
// the lines of [order], so that a decision and its operation are one step.
package poolmodel

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// Model decides for one pool. A Malloc or Free that succeeds has taken the next position
// of its stream's line, and the caller queues the operation there in the same critical
// section. One that fails has changed nothing.
type Model interface {
	// Malloc allocates size bytes, rounded up to the granule, in the order of s.
	Malloc(s Stream, size uint64) (Allocation, driver.Code)
	// Free frees the allocation that starts at off, in the order of s, and returns the
	// position of the free.
	Free(s Stream, off uint64) (pos uint64, code driver.Code)
	// TrimTo is aclrtMemPoolTrimTo. It returns the bytes released.
	TrimTo(keep uint64) (released uint64, code driver.Code)
	// Executed is called when more operations of s count as executed: at the latest before
	// the next TrimTo or Synchronized, or before a Malloc if the host has waited for them.
	Executed(s Stream)
	// Synchronized is called when a stream, event, context or device has been
	// synchronized.
	Synchronized()
	// StreamClosed is called when nothing of s is left to run.
	StreamClosed(s Stream)
	SetAttr(attr driver.PoolAttr, value uint64) driver.Code
	GetAttr(attr driver.PoolAttr) (uint64, driver.Code)
	// Stats returns the state of the pool. It takes the same time however many streams
	// have cached memory, since every refused allocation asks for it.
	Stats() Stats
	// Pending returns the cached bytes whose free has not executed. It looks at each
	// stream that has cached memory.
	Pending() uint64
}

// Stream is what a model asks of a stream. The value is the stream's identity: equal for
// one stream at every call, different for two.
type Stream interface {
	// Line is the stream's line of work, one for its whole life.
	Line() *order.Line
	// Executed is the position of the last operation that has executed: a free at a
	// later position is pending. It never goes back.
	Executed() uint64
	// Failed reports whether the stream has failed: it executes nothing more.
	Failed() bool
}

// Memory is the device's physical memory as one pool sees it. Offsets are bytes from
// the start of the pool; all figures are multiples of the granule.
type Memory interface {
	// Take puts memory behind [off, off+n). It reports whether the device had enough.
	Take(off, n uint64) bool
	// Give returns the memory behind [off, off+n) to the device.
	Give(off, n uint64)
}
