// SPDX-License-Identifier: Apache-2.0

package native

import "github.com/ascend-go/aclpool/internal/pool/ability"

// guards are the workarounds for abilities of ACL's pools that the probe could not confirm.
type guards struct {
	// defers: ACL returns memory to the stream that allocated it, which could reuse it at
	// once. So a free on another stream is deferred until the work before it has completed.
	defers bool
	// trims: a trim takes memory whose free has not executed. So ACL must not trim by itself,
	// and the engine trims only while no free is pending.
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
