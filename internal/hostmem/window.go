// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Window is a span of reserved address space in which Pieces are mapped. The memory of
// Pieces that are mapped side by side is contiguous.
type Window struct {
	base unsafe.Pointer
	size uint64

	mu     sync.Mutex
	places []place // by offset; what lies between two is one gap
	lost   bool    // see errLost
	closed atomic.Bool
}

// errLost says that another thread has taken addresses of a window, which happens on old
// versions of Windows. The window is of no use then: what it does not own must not be freed.
var errLost = errors.New("another thread has taken addresses of the window")

// place is where a Piece is mapped.
type place struct {
	off   uint64
	piece *Piece
}

func (p place) end() uint64 { return p.off + p.piece.size }

// ReserveWindow reserves size bytes of address space, rounded up to the unit of mappings. It
// returns os.ErrInvalid if size is 0 or larger than any address space, and the error of the
// operating system if its limits do not allow the reservation.
func ReserveWindow(size uint64) (*Window, error) {
	if size == 0 || size > math.MaxInt-mappingUnit {
		return nil, fmt.Errorf("hostmem: reserve a window of %d bytes: want 1 to %d: %w", size, math.MaxInt-mappingUnit, os.ErrInvalid)
	}
	size = roundUp(size, mappingUnit)
	base, err := reserveGap(uintptr(size))
	if err != nil {
		return nil, fmt.Errorf("hostmem: reserve a window of %d bytes of address space (%s): %w", size, limits, err)
	}
	return &Window{base: base, size: size}, nil
}

// Map maps all of a piece at off, which must be a multiple of the unit of mappings. It
// returns os.ErrInvalid if the piece does not fit there, os.ErrExist if another piece is in
// the way, and os.ErrClosed for a piece that is freed.
func (w *Window) Map(off uint64, p *Piece) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	i, err := w.find(off, p)
	if err != nil {
		return fmt.Errorf("hostmem: map %d bytes at offset %d of a window of %d bytes: %w", p.size, off, w.size, err)
	}
	p.store.mu.Lock()
	defer p.store.mu.Unlock()
	if err := p.mapped(); err != nil {
		return fmt.Errorf("hostmem: map %d bytes: the piece: %w", p.size, err)
	}
	from, to := w.gap(i)
	if err := mapIntoGap(w.base, from, to, off, p); err != nil {
		w.lost = errors.Is(err, errLost)
		p.mappings--
		return fmt.Errorf("hostmem: map %d bytes at offset %d: %w", p.size, off, err)
	}
	w.places = slices.Insert(w.places, i, place{off, p})
	return nil
}

// find returns the index of the place that a piece would have at off.
func (w *Window) find(off uint64, p *Piece) (int, error) {
	switch {
	case w.closed.Load():
		return 0, os.ErrClosed
	case w.lost:
		return 0, errLost
	case off%mappingUnit != 0 || off > w.size || p.size > w.size-off:
		return 0, os.ErrInvalid
	}
	i := w.after(off)
	if i < len(w.places) && w.places[i].off < off+p.size {
		return 0, os.ErrExist
	}
	return i, nil
}

// after returns the index of the first place that ends after off.
func (w *Window) after(off uint64) int {
	i, _ := slices.BinarySearchFunc(w.places, off, func(p place, off uint64) int {
		if p.end() <= off {
			return -1
		}
		return 1
	})
	return i
}

// gap returns the gap before the place with index i, which may be empty.
func (w *Window) gap(i int) (from, to uint64) {
	from, to = 0, w.size
	if i > 0 {
		from = w.places[i-1].end()
	}
	if i < len(w.places) {
		to = w.places[i].off
	}
	return from, to
}

// Release unmaps the pieces that lie in [off, off+n). It returns os.ErrInvalid, and unmaps
// none, if one lies there in part.
func (w *Window) Release(off, n uint64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.check("unmap", off, n); err != nil {
		return err
	}
	first := w.after(off)
	last := first
	for last < len(w.places) && w.places[last].off < off+n {
		if p := w.places[last]; p.off < off || p.end() > off+n {
			return fmt.Errorf("hostmem: unmap %d bytes at offset %d: a piece of %d bytes is mapped at %d: %w", n, off, p.piece.size, p.off, os.ErrInvalid)
		}
		last++
	}
	var errs []error
	for range last - first {
		errs = append(errs, w.unmap(first))
	}
	return errors.Join(errs...)
}

// unmap takes the place with index i out.
func (w *Window) unmap(i int) error {
	if w.lost {
		return errLost
	}
	p := w.places[i]
	w.places = slices.Delete(w.places, i, i+1)
	from, to := w.gap(i)
	if err := unmapIntoGap(w.base, from, to, p.off, p.piece.size); err != nil {
		w.lost = errors.Is(err, errLost)
		return fmt.Errorf("hostmem: unmap %d bytes at offset %d: %w", p.piece.size, p.off, err)
	}
	return p.piece.unmapped()
}

// Commit does nothing: a mapped piece has its memory.
func (w *Window) Commit(off, n uint64) error { return w.check("commit", off, n) }

// Bytes returns [off, off+n) as a slice, a view. Only the bytes of mapped pieces may be
// touched. It returns os.ErrInvalid if the bytes are not in the window. It takes no lock.
func (w *Window) Bytes(off, n uint64) ([]byte, error) {
	if err := w.check("view", off, n); err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(unsafe.Add(w.base, off)), n), nil
}

// Close unmaps all pieces and gives the address space back. Views must not be touched
// afterwards. Closing twice is a no-op.
func (w *Window) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed.Load() {
		return nil
	}
	var errs []error
	for i := len(w.places) - 1; i >= 0; i-- {
		errs = append(errs, w.unmap(i))
	}
	w.closed.Store(true)
	if w.lost {
		return errors.Join(append(errs, errLost)...)
	}
	if err := freeGap(w.base, uintptr(w.size)); err != nil {
		errs = append(errs, fmt.Errorf("hostmem: close a window of %d bytes: %w", w.size, err))
	}
	return errors.Join(errs...)
}

func (w *Window) check(verb string, off, n uint64) error {
	if off > w.size || n > w.size-off {
		return fmt.Errorf("hostmem: %s %d bytes at offset %d of a window of %d bytes: %w", verb, n, off, w.size, os.ErrInvalid)
	}
	if w.closed.Load() {
		return fmt.Errorf("hostmem: %s %d bytes at offset %d of a window: %w", verb, n, off, os.ErrClosed)
	}
	return nil
}
