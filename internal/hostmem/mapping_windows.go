// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"errors"
	"fmt"
	"sync"
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

// gaps is how gaps are kept, and pieces put into them. A gap is [from, to) in bytes from base.
type gaps interface {
	reserve(n uintptr) (unsafe.Pointer, error)
	mapInto(base unsafe.Pointer, from, to, off uint64, section part, n uint64) error
	unmapInto(base unsafe.Pointer, from, to, off, n uint64) error
}

// system is what this system has: placeholders, unless they are missing or do not work.
var system = sync.OnceValue(func() gaps {
	if placeholdersWork() {
		return placeholders{}
	}
	return reservations{}
})

// placeholdersWork tries everything once.
func placeholdersWork() bool {
	var s storage
	n := mappingUnit
	section, err := s.allocate(n)
	if err != nil {
		return false
	}
	defer func() { _ = s.close() }()
	base, err := (placeholders{}).reserve(uintptr(3 * n))
	if err != nil {
		return false
	}
	for range 2 {
		if (placeholders{}).mapInto(base, 0, 3*n, n, section, n) != nil || (placeholders{}).unmapInto(base, 0, 3*n, n, n) != nil {
			return false
		}
	}
	return freeGap(base, uintptr(3*n)) == nil
}

func reserveGap(n uintptr) (unsafe.Pointer, error) { return system().reserve(n) }

// mapIntoGap maps a piece at off, in place of that part of the gap [from, to).
func mapIntoGap(base unsafe.Pointer, from, to, off uint64, p *Piece) error {
	return system().mapInto(base, from, to, off, p.part, p.size)
}

// unmapIntoGap unmaps n bytes at off, which become part of the gap [from, to).
func unmapIntoGap(base unsafe.Pointer, from, to, off, n uint64) error {
	return system().unmapInto(base, from, to, off, n)
}

func freeGap(base unsafe.Pointer, _ uintptr) error {
	return windows.VirtualFree(uintptr(base), 0, windows.MEM_RELEASE)
}

// call calls a function that returns 0 if it fails.
func call(f *windows.LazyProc, args ...uintptr) (uintptr, error) {
	if err := f.Find(); err != nil {
		return 0, err
	}
	r, _, err := f.Call(args...)
	if r == 0 {
		return 0, fmt.Errorf("%s: %w", f.Name, err)
	}
	return r, nil
}
