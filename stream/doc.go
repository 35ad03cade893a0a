// SPDX-License-Identifier: Apache-2.0

// Package stream gives work to a device in order.
//
// A [Stream] is a queue. Its methods that enqueue return at once, and the device does the
// work later, in the order of the calls. Streams are independent of each other; events
// order them:
//
//	s, err := stream.New(dev, stream.Config{Name: "copy"})
//	...
//	err = s.CopyToDevice(x, in.View())   // enqueued
//	err = s.Synchronize(ctx)             // now it is done
//
// # Waiting
//
// [Stream.Synchronize] waits for all work, and the pools of the device may then release
// memory. [Stream.WaitIdle] waits and leaves the pools alone. Both stop waiting when their
// context.Context ends, and the device goes on.
//
// A wait for a stream or a device whose context cannot end, such as context.Background(),
// blocks inside ACL and keeps an OS thread. At most 64 goroutines of a process do that at a
// time; the others poll, as waits whose context can end and waits for events do.
//
// # Failures
//
// Work that fails on the device fails after the call that enqueued it has returned. ACL goes
// on with the work behind it and reports the failure once, to the next synchronize of the
// stream. So the next Synchronize, CopySliceToHost or Close of the stream, or Synchronize of
// its device, returns the failure as [acl.ErrDevice]. That holds also where this module has made
// a call of ACL for itself, and ACL has reported the failure to that call. WaitIdle, Query and events return a failure that ACL has reported
// already, and cannot find a new one.
//
// What the failed work has written is unknown, and the work behind it has used it. With
// [Config].StopOnFailure, nothing behind a failed task executes, neither on its stream nor on
// the other streams of the device, and every wait returns the failure: close the streams and
// make others. Work of a stopped stream never counts as complete.
//
// A float that overflowed, the end of a data source, and a model that left early on
// purpose are warnings of ACL about work that has completed. The same methods return them
// as an error that is [acl.IsWarning], and the work counts as complete.
//
// # Goroutines
//
// A stream may be used from several goroutines. Their calls are enqueued in some order; a
// program that needs a certain order must synchronize its goroutines.
package stream
