// SPDX-License-Identifier: Apache-2.0

// Package hazard describes violations of stream order: uses of memory that nothing orders
// after its allocation, before its free, or after another use that it conflicts with. Such a
// program gives wrong results now and then. The violation is there in every run, because order
// is fixed when work is enqueued and not when it executes, and so it is found in every run.
//
// A [Report] has both operations, with the lines of the program that enqueued them, the memory,
// and the edge that is missing between the operations. Package acltest fails a test that causes
// one. A program gets reports by acl.WithHazards, or by the variable ACLPOOL_HAZARDS, which
// build_tags.md describes. Simulated machines have them by Hazards of sim.Config.
//
// # What is ordered
//
// Operations on one stream are in order. A stream that waits for an event is ordered after
// all that was enqueued before the event was recorded, and after all that that work was ordered
// after. Everything that is enqueued after the host has waited for work to complete, by a
// synchronize or a query that returned success, is ordered after that work.
//
// # What is checked
//
// Each copy, fill and kernel is checked when it is enqueued, by the bytes that its arguments
// give it. Two streams that work on two halves of a block do not conflict. Two operations
// conflict if they have bytes in common and at least one of them writes. A kernel writes what
// it gets by kernel.View and Arg of a mempool.Buffer; it only reads what it gets by
// kernel.ReadView and ReadArg. An address that it gets by kernel.Ptr or in a struct has no size:
// of the memory there only the lifetime is checked. Work of other code, enqueued by Enqueue of a
// stream, is not seen.
//
// A simulated machine in Go also watches what executes. What a kernel gets by sim.Slice and
// sim.ReadSlice beyond its arguments is checked when it runs, by the order in which it was
// enqueued. Bytes that an operation reads must not change meanwhile: those that a kernel gets
// for reading only, and pinned memory from the call of a copy until its execution. A change that
// comes later is not found, so hold the stream in a test of such code.
//
// # What is not seen
//
// What the program itself reads and writes in the elements of pinned memory is not seen, other
// than such a change: synchronize before you read a result. A view or a kernel's argument that is
// kept after the free is found until the memory is allocated again; then it is a use of the new
// block. Copies and fills of a mempool.Buffer refuse it at any time.
//
// A wait that is missing makes all uses of a block by the stream violations. It is reported once for a
// block, by the first use. Each kind and pair of lines of the program is reported once, too.
package hazard
