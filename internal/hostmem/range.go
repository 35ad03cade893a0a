// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"fmt"
	"math"
	"os"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Range is a span of reserved address space.
type Range struct {
	base unsafe.Pointer
	size uint64

	// calls is held for reading during every system call, so that none reaches addresses that
	// Close has unmapped and that may be in use again. Bytes makes no system call: it only
	// reads closed.
	calls  sync.RWMutex
	closed atomic.Bool // set under calls
	viewed atomic.Bool // Bytes was called: memory may have been touched
}

// page is the page size of the operating system in bytes, a power of two.
var page = uint64(os.Getpagesize())

// Reserve reserves size bytes, rounded up to whole pages. No memory is committed. It returns
// os.ErrInvalid if size is 0 or larger than any address space, and the error of the operating
// system if its limits do not allow the reservation.
func Reserve(size uint64) (*Range, error) {
	if size == 0 || size > math.MaxInt-page {
		return nil, fmt.Errorf("hostmem: reserve %d bytes: want 1 to %d: %w", size, math.MaxInt-page, os.ErrInvalid)
	}
	size = (size + page - 1) &^ (page - 1)
	base, err := reserve(uintptr(size))
	if err != nil {
		return nil, fmt.Errorf("hostmem: reserve %d bytes of address space (%s): %w", size, limits, err)
	}
	return &Range{base: base, size: size}, nil
}

// Size returns the number of reserved bytes.
func (r *Range) Size() uint64 { return r.size }

// Commit makes [off, off+n) usable. Bytes that were never committed, or were released, read as
// zero; others keep their contents. It does nothing if the operating system commits memory at
// the first touch. It returns os.ErrInvalid if the bytes are not in the range.
func (r *Range) Commit(off, n uint64) error {
	return r.call("commit", off, n, off, off+n, commit)
}

// Release returns the whole pages inside [off, off+n) to the operating system; the other
// bytes keep their contents. Released bytes must be committed before they are touched again,
// and then read as zero. Releasing bytes that are not committed has no effect. It returns
// os.ErrInvalid if the bytes are not in the range.
func (r *Range) Release(off, n uint64) error {
	first, end := (off+page-1)&^(page-1), (off+n)&^(page-1)
	if atTouch && !r.viewed.Load() {
		end = first // no memory is in use: no call is needed
	}
	return r.call("release", off, n, first, end, release)
}

// Bytes returns [off, off+n) as a slice, a view. The bytes must be committed before they are
// touched. It returns os.ErrInvalid if the bytes are not in the range. It allocates nothing
// and takes no lock.
func (r *Range) Bytes(off, n uint64) ([]byte, error) {
	if err := r.check("view", off, n); err != nil {
		return nil, err
	}
	if !r.viewed.Load() {
		r.viewed.Store(true)
	}
	return unsafe.Slice((*byte)(unsafe.Add(r.base, off)), n), nil
}

// Close unmaps the range. Views must not be touched afterwards. Closing twice is a no-op.
func (r *Range) Close() error {
	r.calls.Lock()
	defer r.calls.Unlock()
	if r.closed.Load() {
		return nil
	}
	if err := free(r.base, uintptr(r.size)); err != nil {
		return fmt.Errorf("hostmem: close a range of %d bytes: %w", r.size, err)
	}
	r.closed.Store(true)
	return nil
}

// call makes a system call on [first, end), or none if that is empty. The caller of the
// package has named n bytes at off, which call checks first.
func (r *Range) call(verb string, off, n, first, end uint64, system func(unsafe.Pointer, uintptr) error) error {
	r.calls.RLock()
	defer r.calls.RUnlock()
	if err := r.check(verb, off, n); err != nil || first >= end {
		return err
	}
	if err := system(unsafe.Add(r.base, first), uintptr(end-first)); err != nil {
		return fmt.Errorf("hostmem: %s %d bytes at offset %d: %w", verb, end-first, first, err)
	}
	return nil
}

func (r *Range) check(verb string, off, n uint64) error {
	if off > r.size || n > r.size-off {
		return fmt.Errorf("hostmem: %s %d bytes at offset %d of a range of %d bytes: %w", verb, n, off, r.size, os.ErrInvalid)
	}
	if r.closed.Load() {
		return fmt.Errorf("hostmem: %s %d bytes at offset %d: %w", verb, n, off, os.ErrClosed)
	}
	return nil
}
