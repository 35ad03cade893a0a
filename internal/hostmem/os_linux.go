// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// One readable and writable mapping that the kernel does not account for: no change of
// protection, and so no split of the mapping, ever.
func reserve(n uintptr) (unsafe.Pointer, error) {
	return unix.MmapPtr(-1, 0, nil, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
}

func commit(unsafe.Pointer, uintptr) error { return nil }

func release(p unsafe.Pointer, n uintptr) error {
	return unix.Madvise(unsafe.Slice((*byte)(p), n), unix.MADV_DONTNEED)
}

func free(p unsafe.Pointer, n uintptr) error { return unix.MunmapPtr(p, n) }
