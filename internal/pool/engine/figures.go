// SPDX-License-Identifier: Apache-2.0

package engine

import "github.com/ascend-go/aclpool/internal/driver"

// Figures are counts of an engine, in bytes unless said otherwise.
type Figures struct {
	Used, UsedHigh         uint64 // in chunks that have not been freed
	Reserved, ReservedHigh uint64 // used or cached
	Pending                uint64 // upper bound of cached memory whose free may not have executed
	Lost, LostBytes        uint64 // counters: chunks whose free failed, and their bytes
	// Reuse counts allocations by the memory they took. It is valid if ReuseKnown is true.
	Reuse      driver.PoolReuse
	ReuseKnown bool
}

// Trimmed is the result of a trim, in bytes.
type Trimmed struct {
	Released uint64 // returned to the device
	Pending  uint64 // not released, because frees have not executed
}
