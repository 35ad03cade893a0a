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
// # Concurrency
//
// The methods of a Range, including Close, are safe for concurrent use. After Close, the
// others return os.ErrClosed. The memory itself is not protected: while one goroutine
// commits, releases or accesses a part, no other may. After Close the memory is unmapped, so
// no view may be accessed. The race detector does not see this memory.
package hostmem
