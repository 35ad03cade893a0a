// SPDX-License-Identifier: Apache-2.0

package engine

import "github.com/ascend-go/aclpool/internal/driver"

// Figures is what an engine counts, in bytes unless said otherwise.
type Figures struct {
	Used, UsedHigh         uint64 // in chunks that have not been freed
	Reserved, ReservedHigh uint64 // used or cached
	Pending                uint64 // cached, and the free is not known to have executed, at most
	Lost, LostBytes        uint64 // counters: chunks whose free has failed
	// Reuse counts allocations by what they were made of. It is valid if ReuseKnown.
	Reuse      driver.PoolReuse
	ReuseKnown bool
}

// Trimmed is the result of a trim, in bytes.
type Trimmed struct {
	Released uint64 // gone back to the device
	Pending  uint64 // to be released, once the frees have executed
}
