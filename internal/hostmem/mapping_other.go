//go:build !linux && !darwin && !windows

// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"errors"
	"unsafe"
)

// On other systems every function fails.

var mappingUnit = page

type (
	storage struct{}
	part    struct{}
)

func (s *storage) allocate(uint64) (part, error) { return part{}, errors.ErrUnsupported }

func (s *storage) free(part, uint64) error { return errors.ErrUnsupported }

func (s *storage) close() error { return nil }

func reserveGap(uintptr) (unsafe.Pointer, error) { return nil, errors.ErrUnsupported }

func mapIntoGap(unsafe.Pointer, uint64, uint64, uint64, *Piece) error { return errors.ErrUnsupported }

func unmapIntoGap(unsafe.Pointer, uint64, uint64, uint64, uint64) error { return errors.ErrUnsupported }

func freeGap(unsafe.Pointer, uintptr) error { return errors.ErrUnsupported }
