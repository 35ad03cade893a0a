//go:build linux || darwin

// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// mappingUnit is the unit of mappings in bytes: a page.
var mappingUnit = page

// storage is a file without a name. It only grows, by a part for each piece, and consists of
// holes where pieces were not touched or are freed.
type storage struct {
	file int // 0 until the first piece: the standard input is never the file
	size int64
}

// part is the offset of a piece in the file.
type part int64

func (s *storage) allocate(n uint64) (part, error) {
	if s.file == 0 {
		file, err := openMemory()
		if err != nil {
			return 0, err
		}
		s.file = file
	}
	if err := unix.Ftruncate(s.file, s.size+int64(n)); err != nil {
		return 0, err
	}
	p := part(s.size)
	s.size += int64(n)
	return p, nil
}

func (s *storage) free(p part, n uint64) error { return punchHole(s.file, int64(p), int64(n)) }

func (s *storage) close() error {
	if s.file == 0 {
		return nil
	}
	return unix.Close(s.file)
}

// A gap is address space that no access may touch.
const gapFlags = unix.MAP_ANON | unix.MAP_PRIVATE | unix.MAP_NORESERVE

func reserveGap(n uintptr) (unsafe.Pointer, error) {
	return unix.MmapPtr(-1, 0, nil, n, unix.PROT_NONE, gapFlags)
}

// mapIntoGap maps a piece at off, in place of that part of the gap [from, to).
func mapIntoGap(base unsafe.Pointer, _, _, off uint64, p *Piece) error {
	_, err := unix.MmapPtr(p.store.storage.file, int64(p.part), unsafe.Add(base, off), uintptr(p.size),
		unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_FIXED)
	return err
}

// unmapIntoGap unmaps n bytes at off, which become part of the gap [from, to).
func unmapIntoGap(base unsafe.Pointer, _, _, off, n uint64) error {
	_, err := unix.MmapPtr(-1, 0, unsafe.Add(base, off), uintptr(n), unix.PROT_NONE, gapFlags|unix.MAP_FIXED)
	return err
}

func freeGap(base unsafe.Pointer, n uintptr) error { return unix.MunmapPtr(base, n) }
