// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// limits names what can stand in the way of a reservation.
const limits = "limited by ulimit -v, and by memory and swap when vm.overcommit_memory is 2"

// atTouch says that a page gets memory when it is first touched, not before.
const atTouch = true

// reserve makes one readable and writable mapping that the kernel does not account for.
// Its protection never changes, which would split it and end at the limit of mappings.
func reserve(n uintptr) (unsafe.Pointer, error) {
	return unix.MmapPtr(-1, 0, nil, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
}

func commit(unsafe.Pointer, uintptr) error { return nil }

func release(p unsafe.Pointer, n uintptr) error {
	return unix.Madvise(unsafe.Slice((*byte)(p), n), unix.MADV_DONTNEED)
}

func free(p unsafe.Pointer, n uintptr) error { return unix.MunmapPtr(p, n) }
