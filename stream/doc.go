// SPDX-License-Identifier: Apache-2.0

// Package stream gives work to a device in order.
//
// A [Stream] is a queue: its methods that enqueue return at once, and the device does
// the work in the order of the calls, behind the program. Streams are independent of
// each other; events order them:
//
//	s, err := stream.New(dev, stream.Config{Name: "copy"})
//	...
//	err = s.CopyToDevice(x, in.View())   // enqueued
//	err = s.Synchronize(ctx)             // now it is done
//
// # Waiting
//
// [Stream.Synchronize] waits for all work and gives the pools of the device the occasion
// to release memory; [Stream.WaitIdle] waits and leaves the pools alone. Both stop waiting
// when their context.Context ends, and the device goes on.
//
// # Failures
//
// What fails while it runs has no caller to tell. The failure comes out of Synchronize,
// Wait, Query and Close of that stream as [acl.ErrDevice]. What a failed stream has still
// executed nobody knows, so its work never counts as complete; close it and take another.
//
// A float that overflowed, the end of a data source and a model that left early on
// purpose are remarks of ACL on work that did end: the same methods answer them as an
// [*acl.Error] of no class, and the work counts as complete.
//
// # Goroutines
//
// A stream may be used from several goroutines. Their calls get some order; which one is
// for the program to settle.
package stream
