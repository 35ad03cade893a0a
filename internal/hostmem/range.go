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

	// calls is held for reading during every call into the operating system, so that none
	// reaches addresses that Close has given back and somebody else has got since. A view
	// reads closed alone: it makes no such call.
	calls  sync.RWMutex
	closed atomic.Bool // set under calls
	viewed atomic.Bool // once: until then nothing can have been touched
}

// page is the unit in which the operating system gives and takes memory, a power of two.
var page = uint64(os.Getpagesize())

// Reserve reserves size bytes, rounded up to the page. No memory is committed. Zero bytes,
// and more than any address space has, are os.ErrInvalid; another error is the operating
// system's, when its limits do not allow as much.
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

// Size returns the reserved bytes.
func (r *Range) Size() uint64 { return r.size }

// Commit makes [off, off+n) usable. What was never used, or released since, reads as
// zero; what is in use stays as it is. Where the operating system commits at the first
// touch it does nothing. Out of range is os.ErrInvalid.
func (r *Range) Commit(off, n uint64) error {
	return r.call("commit", off, n, off, off+n, commit)
}

// Release gives the whole pages inside [off, off+n) back to the operating system; the
// rest of the bytes stays. What was given back must be committed before it is touched
// again, and then reads as zero. Releasing twice, or what was never committed, does no
// harm. Out of range is os.ErrInvalid.
func (r *Range) Release(off, n uint64) error {
	first, end := (off+page-1)&^(page-1), (off+n)&^(page-1)
	if atTouch && !r.viewed.Load() {
		end = first // there is no memory, so that no call need be made
	}
	return r.call("release", off, n, first, end, release)
}

// Bytes views [off, off+n), which must be committed before it is touched. Out of range is
// os.ErrInvalid. It allocates nothing and takes no lock.
func (r *Range) Bytes(off, n uint64) ([]byte, error) {
	if err := r.check("view", off, n); err != nil {
		return nil, err
	}
	if !r.viewed.Load() {
		r.viewed.Store(true)
	}
	return unsafe.Slice((*byte)(unsafe.Add(r.base, off)), n), nil
}

// Close gives the whole range back. Views must not be touched afterwards. Closing twice
// does nothing.
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

// call makes a system call on [first, end), which the caller has asked for as n bytes
// from off on. It makes none on nothing.
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
