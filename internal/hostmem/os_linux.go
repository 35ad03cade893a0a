// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// limits says what can make a reservation fail, for errors.
const limits = "limited by ulimit -v, and by memory and swap when vm.overcommit_memory is 2"

// atTouch is true if a page gets memory when it is first touched.
const atTouch = true

// reserve creates one readable and writable mapping, for which the kernel reserves no memory.
// Its protection never changes: that would split it, and the number of mappings is limited.
func reserve(n uintptr) (unsafe.Pointer, error) {
	return unix.MmapPtr(-1, 0, nil, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
}

func commit(unsafe.Pointer, uintptr) error { return nil }

func release(p unsafe.Pointer, n uintptr) error {
	return unix.Madvise(unsafe.Slice((*byte)(p), n), unix.MADV_DONTNEED)
}

func free(p unsafe.Pointer, n uintptr) error { return unix.MunmapPtr(p, n) }
