// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"errors"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/errclass"
)

// Refusal is an allocation that has failed perhaps for want of memory.
type Refusal struct{ Err error }

func (r *Refusal) Error() string { return r.Err.Error() }

func (r *Refusal) Unwrap() error { return r.Err }

// IsRefusal reports whether an allocation has failed perhaps for want of memory.
func IsRefusal(err error) bool {
	_, ok := errors.AsType[*Refusal](err)
	return ok
}

// Shortage is the error of allocations that have found no memory, with the figures of that
// moment. It is errclass.OutOfMemory.
type Shortage struct {
	Need    uint64 // bytes of the allocations that found none, rounded
	Figures Figures
	// OfDevice: the device has too little, and not the pool.
	OfDevice                bool
	DeviceFree, DeviceTotal uint64
	Pending                 []*core.Stream // that pending frees wait for
	Err                     error          // the failed call
}

func (s *Shortage) Error() string { return s.Err.Error() }

func (s *Shortage) Unwrap() error { return s.Err }

// Is reports whether target is errclass.OutOfMemory.
func (s *Shortage) Is(target error) bool { return target == errclass.OutOfMemory }
