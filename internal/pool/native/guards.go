// SPDX-License-Identifier: Apache-2.0

package native

import "github.com/ascend-go/aclpool/internal/pool/ability"

// guards is what the engine does in Go because the probe could not confirm that ACL's
// pools do it.
type guards struct {
	// defers: memory freed on another stream than it was allocated on would be reused on
	// the latter at once. Its free waits in Go until the work before it has completed.
	defers bool
	// trims: a trim would take memory whose free has not executed. ACL is kept from
	// trimming by itself, and the engine trims only while no free is pending.
	trims bool
	// neverReuses: freed memory is never reused, so every allocation makes the pool grow.
	neverReuses bool
	// strands: memory freed on a stream that has closed may never be reused. It goes back
	// to the device when the stream closes.
	strands bool
}

func guardsFor(can *ability.Findings) guards {
	return guards{
		defers:      !can.Has(ability.Ownership),
		trims:       !can.Has(ability.Pending),
		neverReuses: !can.Has(ability.SameStream),
		strands:     !can.Has(ability.SameStream) || !can.Has(ability.Event) || !can.Has(ability.Ownership),
	}
}
