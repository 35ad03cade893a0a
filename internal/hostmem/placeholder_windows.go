// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// placeholders keeps each gap as one placeholder of the system, which Windows has since
// version 10 1803. A piece takes the place of a whole placeholder, so a gap is split before and
// joined afterwards; the addresses are never free meanwhile.
type placeholders struct{}

const (
	memReservePlaceholder  = 0x40000 // MEM_RESERVE_PLACEHOLDER
	memReplacePlaceholder  = 0x4000  // MEM_REPLACE_PLACEHOLDER
	memPreservePlaceholder = 0x2     // MEM_PRESERVE_PLACEHOLDER
	memJoinPlaceholders    = 0x1     // MEM_COALESCE_PLACEHOLDERS
)

var (
	kernelbase     = windows.NewLazySystemDLL("kernelbase.dll")
	virtualAlloc2  = kernelbase.NewProc("VirtualAlloc2")
	mapViewOfFile3 = kernelbase.NewProc("MapViewOfFile3")
	unmapView2     = kernelbase.NewProc("UnmapViewOfFile2")
)

func (placeholders) reserve(n uintptr) (unsafe.Pointer, error) {
	p, err := call(virtualAlloc2, uintptr(windows.CurrentProcess()), 0, n,
		windows.MEM_RESERVE|memReservePlaceholder, windows.PAGE_NOACCESS, 0, 0)
	return pointer(p), err
}

func (g placeholders) mapInto(base unsafe.Pointer, from, to, off uint64, section part, n uint64) error {
	at := uintptr(base) + uintptr(off)
	if from < off || off+n < to {
		if err := windows.VirtualFree(at, uintptr(n), windows.MEM_RELEASE|memPreservePlaceholder); err != nil {
			return fmt.Errorf("split the gap: %w", err)
		}
	}
	_, err := call(mapViewOfFile3, uintptr(section), uintptr(windows.CurrentProcess()), at, 0, uintptr(n),
		memReplacePlaceholder, windows.PAGE_READWRITE, 0, 0)
	if err != nil {
		return errors.Join(err, g.join(base, from, to, off, n))
	}
	return nil
}

func (g placeholders) unmapInto(base unsafe.Pointer, from, to, off, n uint64) error {
	if _, err := call(unmapView2, uintptr(windows.CurrentProcess()), uintptr(base)+uintptr(off), memPreservePlaceholder); err != nil {
		return err
	}
	return g.join(base, from, to, off, n)
}

// join makes one placeholder of a gap that consists of n bytes at off and what is around.
func (placeholders) join(base unsafe.Pointer, from, to, off, n uint64) error {
	if from == off && to == off+n {
		return nil
	}
	if err := windows.VirtualFree(uintptr(base)+uintptr(from), uintptr(to-from), windows.MEM_RELEASE|memJoinPlaceholders); err != nil {
		return fmt.Errorf("join the gap: %w", err)
	}
	return nil
}
