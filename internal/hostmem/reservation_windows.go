// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// reservations keeps each gap as one reservation, for systems without placeholders. To map a
// piece, the gap is freed and what is left of it reserved anew. Another thread can take the
// addresses in between: then the window is lost.
type reservations struct{}

var mapViewOfFileEx = windows.NewLazySystemDLL("kernel32.dll").NewProc("MapViewOfFileEx")

func (reservations) reserve(n uintptr) (unsafe.Pointer, error) {
	p, err := windows.VirtualAlloc(0, n, windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	return pointer(p), err
}

func (g reservations) mapInto(base unsafe.Pointer, from, to, off uint64, section part, n uint64) error {
	if err := g.drop(base, from, to); err != nil {
		return err
	}
	_, err := call(mapViewOfFileEx, uintptr(section), windows.FILE_MAP_READ|windows.FILE_MAP_WRITE, 0, 0, uintptr(n), uintptr(base)+uintptr(off))
	if err != nil {
		return errors.Join(err, g.keep(base, from, to))
	}
	return errors.Join(g.keep(base, from, off), g.keep(base, off+n, to))
}

func (g reservations) unmapInto(base unsafe.Pointer, from, to, off, n uint64) error {
	if err := windows.UnmapViewOfFile(uintptr(base) + uintptr(off)); err != nil {
		return err
	}
	return errors.Join(g.drop(base, from, off), g.drop(base, off+n, to), g.keep(base, from, to))
}

// drop frees a gap.
func (reservations) drop(base unsafe.Pointer, from, to uint64) error {
	if from == to {
		return nil
	}
	return windows.VirtualFree(uintptr(base)+uintptr(from), 0, windows.MEM_RELEASE)
}

// keep reserves a gap.
func (reservations) keep(base unsafe.Pointer, from, to uint64) error {
	if from == to {
		return nil
	}
	_, err := windows.VirtualAlloc(uintptr(base)+uintptr(from), uintptr(to-from), windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		return fmt.Errorf("%w: %w", errLost, err)
	}
	return nil
}
