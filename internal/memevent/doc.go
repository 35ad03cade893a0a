// SPDX-License-Identifier: Apache-2.0

// Package memevent delivers events of the memory of a device's pools to listeners, such as a
// hazard checker, a recorder, counters or a profile.
//
// An [Event] describes a call of the program, at the time of the call. A deferred free has the
// event [Freed] when the program frees, and [Submitted] when the engine calls the driver. Both
// carry the call site of the program.
//
// # Cost
//
// Code that emits events first calls [Source.Listening], which is one atomic load. It creates
// events and call sites only if that returns true.
//
// # Order
//
// The events of a [Source] are delivered one at a time, numbered by [Event.Seq]. The events of
// one stream, but Used and Exhausted, are in the order of the calls on that stream. Across streams, the events of a block
// are in the right order: Freed is emitted before the driver is called, and so before the
// memory can be allocated again; Allocated is emitted after the driver has returned the memory.
//
// # Locks
//
// A listener is called synchronously by the goroutine that emits, which holds locks:
//
//   - for Allocated, Freed, Restored, Submitted and Grown that of the event's stream, among
//     other streams;
//   - for Used that of the stream on which the block was allocated, which is not the event's;
//   - for Trimmed and Closed those of the pool and of all its streams;
//   - for Opened and Exhausted none.
//
// So a listener must return quickly. It must not call a method of a device, stream, event, pool or block,
// [Source.Subscribe], or the function that Subscribe returned.
package memevent
