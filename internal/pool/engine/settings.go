// SPDX-License-Identifier: Apache-2.0

package engine

import "fmt"

// Settings are the settings that can be changed while a pool is in use.
type Settings struct {
	// Keep is how many bytes stay reserved at a synchronize. With KeepAll, all bytes do.
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

// Opportunistic says whether an allocation may take memory whose free is not ordered before
// it.
type Opportunistic int

// Kinds of opportunistic reuse.
const (
	OpportunisticOff       Opportunistic = iota
	OpportunisticCompleted               // only memory whose free is known to have executed
	OpportunisticGamble                  // any cached memory
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
