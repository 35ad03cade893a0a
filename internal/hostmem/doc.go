// SPDX-License-Identifier: Apache-2.0

// Package hostmem reserves host memory without committing it, for the device memory and the
// pinned memory of simulated devices. A device of 64 GiB uses only as much memory as is
// touched.
//
// # How it works
//
// A [Range] is one mapping for its whole life. A page gets memory when it is first touched on
// Linux and macOS, and when it is committed on Windows. Released memory returns to the
// operating system at once and reads as zero afterwards. The files named os_ contain what
// differs between systems.
//
// A [Piece] of a [Store] is memory that can be mapped at several places at once, in a
// [Window]. It is part of a file in memory on Linux, of a temporary file on macOS, and a
// section on Windows, which commits it when it is allocated. The files named mapping_ contain
// what differs.
//
// # Concurrency
//
// The methods of all types, including Close, are safe for concurrent use. After Close, the
// others return os.ErrClosed. The memory itself is not protected: while one goroutine
// commits, releases, maps or accesses a part, no other may. After Close the memory is unmapped, so
// no view may be accessed. The race detector does not see this memory.
package hostmem
