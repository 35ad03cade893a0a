// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// limits says what can make a reservation fail, for errors.
const limits = "limited by ulimit -v"

// atTouch is true if a page gets memory when it is first touched.
const atTouch = true

const (
	protection = unix.PROT_READ | unix.PROT_WRITE
	private    = unix.MAP_ANON | unix.MAP_PRIVATE | unix.MAP_NORESERVE
)

func reserve(n uintptr) (unsafe.Pointer, error) {
	return unix.MmapPtr(-1, 0, nil, n, protection, private)
}

func commit(unsafe.Pointer, uintptr) error { return nil }

// release replaces the memory by a fresh mapping, in one system call. After madvise, the pages
// would stay counted and readable until the system needs memory.
func release(p unsafe.Pointer, n uintptr) error {
	_, err := unix.MmapPtr(-1, 0, p, n, protection, private|unix.MAP_FIXED)
	return err
}

func free(p unsafe.Pointer, n uintptr) error { return unix.MunmapPtr(p, n) }
