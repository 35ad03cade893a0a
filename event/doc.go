// SPDX-License-Identifier: Apache-2.0

// Package event marks points in the work of streams.
//
// A stream records an event, another stream of the same device waits for it on the
// device, the host waits for it or asks whether it has happened:
//
//	done, err := event.New(dev, event.Config{Name: "copied"})
//	...
//	err = copies.Record(done)       // behind what is enqueued on copies
//	err = compute.WaitEvent(done)   // the work that follows on compute starts after it
//
// Record and WaitEvent are methods of stream.Stream.
//
// # Recording again
//
// An event can be recorded any number of times. A stream that waits, waits for the record
// that was the last one at that moment; later records do not move it. The host looks at
// the event again and again, see [Event.Synchronize]. An event that was never
// recorded is [acl.ErrNotRecorded] to everybody who asks: ACL itself would let the wait
// pass, or block, depending on the release.
//
// # Time
//
// Two events made with [Config].Timing measure the time between them: see [Elapsed].
package event
