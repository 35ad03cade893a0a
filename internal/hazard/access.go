// SPDX-License-Identifier: Apache-2.0

package hazard

import (
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/caller"
	"github.com/ascend-go/aclpool/internal/order"
)

// Space is an address space.
type Space uint8

// The address spaces.
const (
	Device Space = iota
	Host         // pinned memory
)

// Range is a range of bytes in an address space.
type Range struct {
	Space Space
	Addr  uint64
	Size  uint64
}

// Access is a use of a range of bytes by an operation. The mode None is that of an address
// whose use is not known: only the lifetime of the memory at Addr is checked.
type Access struct {
	Range
	Mode     hazard.Access
	Argument int // number of the kernel's argument, from 1; 0 for none
}

// Operation is a call of the program. The Stamp is that of the work, with its place, or for a
// call that works at once that of the host ([order.Host.Here]). A Checker retains the stamps
// that it keeps.
type Operation struct {
	Stamp  order.Stamp
	Site   caller.Site
	Name   string
	Stream string // empty for a call that works at once
	Call   uint64 // number of the call among all; 0 if the accesses are seen during the call
}

// Block is memory that was allocated by one call.
type Block struct {
	Range          // what the program asked for
	Rounded uint64 // bytes that are taken, at least Size
	Pool    string
}

// Finding is a violation. It holds no references.
type Finding struct {
	Kind          hazard.Kind
	Block         Block  // for memory of no block, the range of the access
	From, Size    uint64 // bytes that both operations use, from the start of the block
	First, Second Past
	Allocated     Past
	Freed         Past   // zero if the block is live
	Known         uint64 // see hazard.Report
	Recorded      Past   // see hazard.Report
}

// Past is an operation as a finding names it.
type Past struct {
	Name     string
	Stream   string
	Position uint64
	Argument int
	Mode     hazard.Access
	Site     caller.Site
}
