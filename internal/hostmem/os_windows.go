// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// limits says what can make a reservation fail, for errors.
const limits = "limited by the address space of a process"

// atTouch is true if a page gets memory when it is first touched.
const atTouch = false

func reserve(n uintptr) (unsafe.Pointer, error) {
	p, err := windows.VirtualAlloc(0, n, windows.MEM_RESERVE, windows.PAGE_READWRITE)
	return pointer(p), err
}

func commit(p unsafe.Pointer, n uintptr) error {
	_, err := windows.VirtualAlloc(uintptr(p), n, windows.MEM_COMMIT, windows.PAGE_READWRITE)
	return err
}

func release(p unsafe.Pointer, n uintptr) error {
	return windows.VirtualFree(uintptr(p), n, windows.MEM_DECOMMIT)
}

func free(p unsafe.Pointer, _ uintptr) error {
	return windows.VirtualFree(uintptr(p), 0, windows.MEM_RELEASE)
}

// pointer converts an address outside the Go heap to a pointer, in a form that go vet
// accepts.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }
