// SPDX-License-Identifier: Apache-2.0

package mempool

import "github.com/ascend-go/aclpool/internal/pool/ability"

// Ability is something that the documentation says of ACL's pools.
type Ability int

// Abilities.
const (
	// AbilitySameStream is reuse of memory on the stream that freed it.
	AbilitySameStream = Ability(ability.SameStream)
	// AbilityEvent is reuse on a stream that events order after the free.
	AbilityEvent = Ability(ability.Event)
	// AbilityOpportunistic is reuse of any freed memory, if asked for.
	AbilityOpportunistic = Ability(ability.Opportunistic)
	// AbilityInternal is reuse with a wait of the stream for the free, if asked for.
	AbilityInternal = Ability(ability.Internal)
	// AbilityOwnership is that memory belongs to the stream that freed it.
	AbilityOwnership = Ability(ability.Ownership)
	// AbilityPending is that memory whose free has not executed is never trimmed.
	AbilityPending = Ability(ability.Pending)
)

// String returns the ability in words.
func (a Ability) String() string { return ability.Ability(a).String() }
