// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"errors"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/errclass"
)

// Refusal is the error of an allocation that may have failed for lack of memory.
type Refusal struct{ Err error }

func (r *Refusal) Error() string { return r.Err.Error() }

func (r *Refusal) Unwrap() error { return r.Err }

// IsRefusal reports whether an allocation may have failed for lack of memory.
func IsRefusal(err error) bool {
	_, ok := errors.AsType[*Refusal](err)
	return ok
}

// Shortage is the error of allocations that have found no memory. Its figures are of that
// moment. It is errclass.OutOfMemory.
type Shortage struct {
	Need    uint64 // bytes of the allocations together, rounded
	Figures Figures
	// OfDevice is true if the device has too little memory, and false if the pool has.
	OfDevice                bool
	DeviceFree, DeviceTotal uint64
	Pending                 []*core.Stream // streams that pending frees wait for
	Err                     error          // the failed call
}

func (s *Shortage) Error() string { return s.Err.Error() }

func (s *Shortage) Unwrap() error { return s.Err }

// Is reports whether target is errclass.OutOfMemory.
func (s *Shortage) Is(target error) bool { return target == errclass.OutOfMemory }
