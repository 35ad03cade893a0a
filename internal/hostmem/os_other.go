//go:build !linux && !darwin && !windows

// SPDX-License-Identifier: Apache-2.0

package hostmem

import (
	"errors"
	"unsafe"
)

// limits says what can make a reservation fail, for errors.
const limits = "not possible on this system"

// atTouch does not matter here.
const atTouch = true

// On other systems every function fails, so there is no simulated device.
func reserve(uintptr) (unsafe.Pointer, error) { return nil, errors.ErrUnsupported }

func commit(unsafe.Pointer, uintptr) error { return errors.ErrUnsupported }

func release(unsafe.Pointer, uintptr) error { return errors.ErrUnsupported }

func free(unsafe.Pointer, uintptr) error { return errors.ErrUnsupported }
