// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// limits names what can stand in the way of a reservation.
const limits = "limited by ulimit -v"

// atTouch says that a page gets memory when it is first touched, not before.
const atTouch = true

const (
	protection = unix.PROT_READ | unix.PROT_WRITE
	private    = unix.MAP_ANON | unix.MAP_PRIVATE | unix.MAP_NORESERVE
)

func reserve(n uintptr) (unsafe.Pointer, error) {
	return unix.MmapPtr(-1, 0, nil, n, protection, private)
}

func commit(unsafe.Pointer, uintptr) error { return nil }

// release maps fresh memory over the old, in one step: advice alone leaves the pages
// counted, and their contents readable, until something else wants them.
func release(p unsafe.Pointer, n uintptr) error {
	_, err := unix.MmapPtr(-1, 0, p, n, protection, private|unix.MAP_FIXED)
	return err
}

func free(p unsafe.Pointer, n uintptr) error { return unix.MunmapPtr(p, n) }
