// SPDX-License-Identifier: Apache-2.0

// Package hostmem reserves host memory without committing it: the device memory and the
// pinned memory of simulated devices. A device of 64 GiB costs what its user touches.
//
// # How it works
//
// A [Range] is one mapping for its whole life. Linux and macOS give a page memory when it
// is first touched, and none is promised before; Windows does when it is committed. What
// is released goes back to the operating system at once and reads as zero afterwards.
// Files named os_ hold what differs between systems, the rest is common.
//
// # Concurrency
//
// All methods of a Range may be called from any goroutine at once, also Close, after
// which the others return os.ErrClosed. The memory itself is not guarded: who views,
// releases or commits a part must be alone with it, and no view may be touched after
// Close, which unmaps it. The race detector does not see this memory.
package hostmem
