// SPDX-License-Identifier: Apache-2.0

// Package event marks points in the work of streams.
//
// A stream records an event. Another stream of the same device waits for it on the device,
// and the host waits for it or queries whether it has completed:
//
//	done, err := event.New(dev, event.Config{Name: "copied"})
//	...
//	err = copies.Record(done)       // after what is enqueued on copies
//	err = compute.WaitEvent(done)   // the work that follows on compute starts after it
//
// Record and WaitEvent are methods of stream.Stream.
//
// # Recording again
//
// An event can be recorded any number of times. A stream waits for the record that is the
// last one at the call of WaitEvent; later records change nothing. A wait of the host may
// wait for a later record, see [Event.Synchronize]. Waits and queries of an event that was
// never recorded return [acl.ErrNotRecorded]; ACL itself returns at once or blocks,
// depending on the release.
//
// # Time
//
// Two events made with [Config].Timing measure the time between them: see [Elapsed].
package event
