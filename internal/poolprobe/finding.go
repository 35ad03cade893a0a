// SPDX-License-Identifier: Apache-2.0

package poolprobe

import (
	"fmt"
	"strings"
)

// Ability is something that the documentation says of pools.
type Ability int

// Abilities.
const (
	SameStream    Ability = iota // memory freed on a stream serves that stream
	Event                        // memory serves a stream that events order behind its free
	Opportunistic                // memory freed on any stream serves, as the switch says
	Internal                     // memory serves with a wait for its free, as the switch says
	Ownership                    // memory belongs to the stream that freed it
	Pending                      // memory whose free has not executed is never trimmed
	abilities
)

var names = [abilities]string{
	"reuse in a stream", "reuse by event", "opportunistic reuse", "reuse with internal waits",
	"ownership of the freeing stream", "pending memory that survives trims",
}

// String names the ability.
func (a Ability) String() string {
	if a < 0 || a >= abilities {
		return fmt.Sprintf("Ability(%d)", int(a))
	}
	return names[a]
}

// Finding is what the experiment on an ability has shown.
type Finding struct {
	Shown bool
	Why   string // what was seen instead
}

// Findings is what the experiments have shown, by ability.
type Findings [abilities]Finding

// Has reports that an ability was shown.
func (f *Findings) Has(a Ability) bool { return f[a].Shown }

// All reports that every ability was shown.
func (f *Findings) All() bool {
	for _, found := range f {
		if !found.Shown {
			return false
		}
	}
	return true
}

// Missing lists what was not shown, with what was seen instead; empty when all was.
func (f *Findings) Missing() string {
	var missing []string
	for a, found := range f {
		if !found.Shown {
			missing = append(missing, fmt.Sprintf("%s (%s)", Ability(a), found.Why))
		}
	}
	return strings.Join(missing, ", ")
}
