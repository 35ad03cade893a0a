// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"fmt"
	"math"
	"os"
	"sync"
)

// Store is where Pieces are kept. The zero Store is ready to use: it asks the operating
// system for nothing until the first Allocate.
type Store struct {
	mu      sync.Mutex
	storage storage
	closed  bool
}

// Piece is memory that can be mapped in several Windows, and at several places of one, at
// once. All mappings see the same bytes.
type Piece struct {
	store *Store
	part  part
	size  uint64

	// store.mu guards these.
	mappings int
	freed    bool
}

// Allocate returns a Piece of size bytes, rounded up to the unit of mappings. It reads as
// zero. It returns os.ErrInvalid if size is 0 or larger than any address space, os.ErrClosed
// after Close, and the error of the operating system if that has no memory to give.
func (s *Store) Allocate(size uint64) (*Piece, error) {
	if size == 0 || size > math.MaxInt-mappingUnit {
		return nil, fmt.Errorf("hostmem: allocate a piece of %d bytes: want 1 to %d: %w", size, math.MaxInt-mappingUnit, os.ErrInvalid)
	}
	size = roundUp(size, mappingUnit)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, fmt.Errorf("hostmem: allocate a piece of %d bytes: %w", size, os.ErrClosed)
	}
	p, err := s.storage.allocate(size)
	if err != nil {
		return nil, fmt.Errorf("hostmem: allocate a piece of %d bytes: %w", size, err)
	}
	return &Piece{store: s, part: p, size: size}, nil
}

// Close frees the Pieces that are mapped nowhere. Those that are mapped last until they are
// unmapped. Closing twice is a no-op.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	if err := s.storage.close(); err != nil {
		return fmt.Errorf("hostmem: close a store: %w", err)
	}
	return nil
}

// Size returns how many bytes the piece has.
func (p *Piece) Size() uint64 { return p.size }

// Free returns the memory to the operating system, once the piece is mapped nowhere. The
// piece must not be mapped again. Freeing twice is a no-op.
func (p *Piece) Free() error {
	p.store.mu.Lock()
	defer p.store.mu.Unlock()
	if p.freed {
		return nil
	}
	p.freed = true
	return p.releaseUnused()
}

// mapped counts a mapping more. It returns os.ErrClosed for a piece that is freed, and for a
// closed store. The caller holds store.mu.
func (p *Piece) mapped() error {
	if p.freed || p.store.closed {
		return os.ErrClosed
	}
	p.mappings++
	return nil
}

// unmapped counts a mapping less.
func (p *Piece) unmapped() error {
	p.store.mu.Lock()
	defer p.store.mu.Unlock()
	p.mappings--
	return p.releaseUnused()
}

// releaseUnused releases the memory if nothing can use it any more.
func (p *Piece) releaseUnused() error {
	if !p.freed || p.mappings > 0 || p.store.closed {
		return nil
	}
	if err := p.store.storage.free(p.part, p.size); err != nil {
		return fmt.Errorf("hostmem: free a piece of %d bytes: %w", p.size, err)
	}
	return nil
}

// roundUp rounds up to a unit, a power of two.
func roundUp(n, unit uint64) uint64 { return (n + unit - 1) &^ (unit - 1) }
