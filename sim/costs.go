// SPDX-License-Identifier: Apache-2.0

package sim

import "time"

// Costs is how long calls, copies and kernels of a machine take. Fields that are zero cost no
// time beyond that of the simulation. A test that models time runs inside testing/synctest, where
// it takes none: it can then assert what event.Elapsed returns, and that a copy and a kernel on
// two streams overlap.
//
// Each stream takes its time by itself: two copies at the same time do not share the bandwidth.
// With a [Schedule] nothing overlaps, since it executes one operation at a time.
type Costs struct {
	Call time.Duration // of the host, for each call of ACL

	// Bandwidths of copies, in bytes a second. OnDevice is also that of fills.
	HostToDevice, DeviceToHost, OnDevice uint64

	// Kernel returns the duration of a launch, in addition to that of the Go function. It may
	// be nil. It is called by several goroutines.
	Kernel func(name string, blocks int) time.Duration
}
