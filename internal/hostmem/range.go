// SPDX-License-Identifier: Apache-2.0

// Package hostmem reserves host memory without committing it: the memory of simulated
// devices, of which a laptop pays only what is touched.
package hostmem

import (
	"fmt"
	"os"
	"sync"
	"unsafe"
)

// Range is a span of reserved address space. Commit, Bytes and Release may be called
// from any goroutine for parts that do not overlap; Close must come last.
type Range struct {
	base unsafe.Pointer
	size uint64

	mu     sync.Mutex
	closed bool
}

// page is the unit in which the operating system gives and takes memory.
var page = uint64(os.Getpagesize())

// Reserve reserves size bytes, rounded up to the page. No memory is committed. It fails
// when the address space does not hold them.
func Reserve(size uint64) (*Range, error) {
	rounded := (size + page - 1) &^ (page - 1)
	if size == 0 || rounded < size || rounded != uint64(uintptr(rounded)) || int64(rounded) < 0 {
		return nil, fmt.Errorf("hostmem: reserve %d bytes: want at least 1 and less than half of the address space", size)
	}
	base, err := reserve(uintptr(rounded))
	if err != nil {
		return nil, fmt.Errorf("hostmem: reserve %d bytes of address space: %w", rounded, err)
	}
	return &Range{base: base, size: rounded}, nil
}

// Size answers the reserved bytes.
func (r *Range) Size() uint64 { return r.size }

// Commit makes [off, off+n) usable. What was never used, or released since, reads as
// zero. Where the operating system commits at the first touch it does nothing.
func (r *Range) Commit(off, n uint64) error {
	if err := r.check("commit", off, n); err != nil || n == 0 {
		return err
	}
	if err := commit(unsafe.Add(r.base, off), uintptr(n)); err != nil {
		return fmt.Errorf("hostmem: commit %d bytes: %w", n, err)
	}
	return nil
}

// Bytes views [off, off+n), which must be committed. The view ends with Close.
func (r *Range) Bytes(off, n uint64) ([]byte, error) {
	if err := r.check("view", off, n); err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(unsafe.Add(r.base, off)), n), nil
}

// Release gives the whole pages inside [off, off+n) back to the operating system. They
// must be committed before they are used again, and then read as zero.
func (r *Range) Release(off, n uint64) error {
	if err := r.check("release", off, n); err != nil {
		return err
	}
	first, end := (off+page-1)&^(page-1), (off+n)&^(page-1)
	if first >= end {
		return nil
	}
	if err := release(unsafe.Add(r.base, first), uintptr(end-first)); err != nil {
		return fmt.Errorf("hostmem: release %d bytes: %w", end-first, err)
	}
	return nil
}

// Close gives the whole range back. Views must not be used afterwards. Closing twice
// does nothing.
func (r *Range) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	if err := free(r.base, uintptr(r.size)); err != nil {
		return fmt.Errorf("hostmem: close a range of %d bytes: %w", r.size, err)
	}
	r.closed = true
	return nil
}

func (r *Range) check(what string, off, n uint64) error {
	if off > r.size || n > r.size-off {
		return fmt.Errorf("hostmem: %s %d bytes at offset %d of a range of %d bytes: out of range", what, n, off, r.size)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return fmt.Errorf("hostmem: %s: the range is closed: %w", what, os.ErrClosed)
	}
	return nil
}
