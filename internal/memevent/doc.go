// SPDX-License-Identifier: Apache-2.0

// Package memevent carries what happens to the memory of a device's pools to whoever
// listens: a hazard checker, a recorder, counters, a profile.
//
// An [Event] says what the program did, at the program's call: a free that the engine
// passes to the driver later is [Freed] when the program frees, and [Submitted] when the
// driver hears of it. Both carry the call site of the program.
//
// # Cost
//
// Whoever emits asks [Source.Listening] first, which is one atomic load. Events, call sites
// and everything else are made only if it reports true.
//
// # Order
//
// The events of a [Source] are delivered one at a time, numbered by [Event.Seq]. Those of
// one stream come in the order of the calls on that stream. Across streams the order
// agrees with what happens to a block: Freed is emitted before the driver is called, so
// before anybody can be given the memory again, and Allocated after the driver has
// returned it.
//
// # Locks
//
// A listener is called synchronously, by the goroutine that emits. That goroutine holds
// the lock of the stream of the event, if it has one, and possibly locks of the pool.
// Therefore a listener returns quickly, and calls no method of a device, stream, event,
// pool or block, and neither [Source.Subscribe] nor what that returned.
package memevent
