// SPDX-License-Identifier: Apache-2.0

// Package fakeacl is the simulated device: the ACL runtime and its NPUs in pure Go. A
// [Machine] implements the driver interface with the return codes of the vendor's
// runtime; its pools follow the documented rules (package
// documented) or those of a release (package releases).
//
// # Streams
//
// A stream is a queue and a goroutine that executes it in order, while the caller goes on. An
// operation that takes no time (allocate, free, record, a wait for what has happened)
// is executed by the call itself when the queue is empty. Whatever a stream blocks on is
// a channel or a condition made by the call that made the stream, and no lock is held
// while anything blocks, so machines work inside testing/synctest.
//
// # Locking
//
// One lock per device guards everything made on it: contexts, streams and their queues,
// events, memory, pools, and the order of work. A call that concerns two devices holds
// one lock at a time. Below it are two locks of the machine, that of virtual memory and
// that of the pinned host memory.
//
// # Handles and addresses
//
// A handle says which device it belongs to, and no handle is used twice, so that stale
// ones are recognised. Device addresses lie outside of host memory.
package fakeacl
