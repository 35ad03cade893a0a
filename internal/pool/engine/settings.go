// SPDX-License-Identifier: Apache-2.0

package engine

import "fmt"

// Settings is what can be changed while a pool is in use.
type Settings struct {
	// Keep is how many bytes stay reserved at a synchronize; KeepAll keeps all of them,
	// whatever Keep says.
	Keep    uint64
	KeepAll bool
	Reuse   Reuse
}

// Reuse says which memory freed on other streams an allocation may take.
type Reuse struct {
	Event         bool
	Opportunistic Opportunistic
	Internal      bool
}

// Opportunistic says whether an allocation may take memory that nothing orders before it.
type Opportunistic int

// Kinds of opportunistic reuse.
const (
	OpportunisticOff       Opportunistic = iota
	OpportunisticCompleted               // if the free is known to have executed
	OpportunisticGamble                  // whatever is cached
)

// String returns the kind in one word.
func (o Opportunistic) String() string {
	switch o {
	case OpportunisticOff:
		return "off"
	case OpportunisticCompleted:
		return "completed"
	case OpportunisticGamble:
		return "gamble"
	}
	return fmt.Sprintf("Opportunistic(%d)", int(o))
}
