// SPDX-License-Identifier: Apache-2.0

// Package ability names what the documentation says of ACL's pools, and holds what a
// probe of a device has confirmed of it.
package ability

import (
	"fmt"
	"strings"
)

// Ability is something that the documentation says of pools.
type Ability int

// Abilities.
const (
	SameStream    Ability = iota // memory freed on a stream is reused on that stream
	Event                        // memory is reused on a stream that events order after its free
	Opportunistic                // memory freed on any stream is reused, if the switch is on
	Internal                     // memory is reused with a wait for its free, if the switch is on
	Ownership                    // memory belongs to the stream that freed it
	Pending                      // memory whose free has not executed is never trimmed
	Count         = iota
)

var names = [Count]string{
	"reuse in a stream", "reuse by event", "opportunistic reuse", "reuse with internal waits",
	"ownership of the freeing stream", "pending memory that survives trims",
}

// String returns the ability in words.
func (a Ability) String() string {
	if a < 0 || a >= Count {
		return fmt.Sprintf("Ability(%d)", int(a))
	}
	return names[a]
}

// Finding is the result of the experiment on one ability.
type Finding struct {
	Confirmed bool
	Reason    string // what was observed instead, empty if confirmed
}

// Findings holds the results of all experiments, by ability.
type Findings [Count]Finding

// All returns findings that confirm every ability.
func All() *Findings {
	f := new(Findings)
	for a := range f {
		f[a].Confirmed = true
	}
	return f
}

// Has reports whether an ability was confirmed.
func (f *Findings) Has(a Ability) bool { return f[a].Confirmed }

// Missing returns the abilities that were not confirmed.
func (f *Findings) Missing() (missing []Ability) {
	for a, found := range f {
		if !found.Confirmed {
			missing = append(missing, Ability(a))
		}
	}
	return missing
}

// String lists the missing abilities with what was observed instead. It is empty when
// all were confirmed.
func (f *Findings) String() string {
	missing := f.Missing()
	return List(len(missing), func(i int) (Ability, string) { return missing[i], f[missing[i]].Reason })
}

// List lists n missing abilities. Neighbours with one reason share it.
func List(n int, at func(i int) (Ability, string)) string {
	var text strings.Builder
	for i := range n {
		a, reason := at(i)
		text.WriteString(a.String())
		if i+1 < n {
			if _, next := at(i + 1); next == reason {
				text.WriteString(", ")
				continue
			}
		}
		fmt.Fprintf(&text, " (%s)", reason)
		if i+1 < n {
			text.WriteString(", ")
		}
	}
	return text.String()
}
