// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// mappingUnit is the unit of mappings in bytes: the allocation granularity of the system.
var mappingUnit uint64 = 64 << 10

// storage is the sections that are not freed: each piece is one of its own.
type storage struct{ sections map[part]struct{} }

// part is the section that a piece consists of.
type part windows.Handle

func (s *storage) allocate(n uint64) (part, error) {
	h, err := windows.CreateFileMapping(windows.InvalidHandle, nil, windows.PAGE_READWRITE, uint32(n>>32), uint32(n), nil)
	if err != nil {
		return 0, err
	}
	if s.sections == nil {
		s.sections = make(map[part]struct{})
	}
	s.sections[part(h)] = struct{}{}
	return part(h), nil
}

// free closes the section, whose memory lasts as long as a mapping.
func (s *storage) free(p part, _ uint64) error {
	delete(s.sections, p)
	return windows.CloseHandle(windows.Handle(p))
}

func (s *storage) close() error {
	var errs []error
	for p := range s.sections {
		errs = append(errs, s.free(p, 0))
	}
	return errors.Join(errs...)
}

// Each gap of a Window is one placeholder of the system. A piece takes the place of a whole
// placeholder, so a gap is split before and joined afterwards.
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
	unmapView      = kernelbase.NewProc("UnmapViewOfFile2")
)

// call calls a function that returns 0 if it fails.
func call(f *windows.LazyProc, args ...uintptr) (uintptr, error) {
	if err := f.Find(); err != nil {
		return 0, fmt.Errorf("mappings need Windows 10 1803, Windows Server 2019 or a later one: %w", err)
	}
	r, _, err := f.Call(args...)
	if r == 0 {
		return 0, fmt.Errorf("%s: %w", f.Name, err)
	}
	return r, nil
}

func reserveGap(n uintptr) (unsafe.Pointer, error) {
	p, err := call(virtualAlloc2, uintptr(windows.CurrentProcess()), 0, n,
		windows.MEM_RESERVE|memReservePlaceholder, windows.PAGE_NOACCESS, 0, 0)
	return pointer(p), err
}

// mapIntoGap maps a piece at off, in place of that part of the gap [from, to).
func mapIntoGap(base unsafe.Pointer, from, to, off uint64, p *Piece) error {
	at := uintptr(base) + uintptr(off)
	if from < off || off+p.size < to {
		if err := windows.VirtualFree(at, uintptr(p.size), windows.MEM_RELEASE|memPreservePlaceholder); err != nil {
			return fmt.Errorf("split the gap: %w", err)
		}
	}
	_, err := call(mapViewOfFile3, uintptr(p.part), uintptr(windows.CurrentProcess()), at, 0, uintptr(p.size),
		memReplacePlaceholder, windows.PAGE_READWRITE, 0, 0)
	if err != nil {
		joinGap(base, from, to, off, p.size)
	}
	return err
}

// unmapIntoGap unmaps n bytes at off, which become part of the gap [from, to).
func unmapIntoGap(base unsafe.Pointer, from, to, off, n uint64) error {
	if _, err := call(unmapView, uintptr(windows.CurrentProcess()), uintptr(base)+uintptr(off), memPreservePlaceholder); err != nil {
		return err
	}
	return joinGap(base, from, to, off, n)
}

// joinGap makes one placeholder of a gap that consists of n bytes at off and what is around.
func joinGap(base unsafe.Pointer, from, to, off, n uint64) error {
	if from == off && to == off+n {
		return nil
	}
	if err := windows.VirtualFree(uintptr(base)+uintptr(from), uintptr(to-from), windows.MEM_RELEASE|memJoinPlaceholders); err != nil {
		return fmt.Errorf("join the gap: %w", err)
	}
	return nil
}

func freeGap(base unsafe.Pointer, _ uintptr) error {
	return windows.VirtualFree(uintptr(base), 0, windows.MEM_RELEASE)
}
