// SPDX-License-Identifier: Apache-2.0

package sim

import "github.com/ascend-go/aclpool/internal/fakeacl"

// Behaviour is what the stream-ordered pools of a simulated device do. The zero value is
// [Documented]; the others are what states of the vendor's runtime really do, going by
// its published source, with what is unsafe about them: they are for trying what a
// program would meet on a device.
type Behaviour string

// Behaviours.
const (
	Documented Behaviour = Behaviour(fakeacl.Documented) // what the documentation says
	CANN90     Behaviour = Behaviour(fakeacl.CANN90)     // 9.0: pools, but no call that allocates
	CANN91     Behaviour = Behaviour(fakeacl.CANN91)     // 9.1: no reuse by event, no trim at a synchronize
	CANNMaster Behaviour = Behaviour(fakeacl.CANNMaster) // 9.2 beta and after: no reuse, no trim at a synchronize
	CANNDev    Behaviour = Behaviour(fakeacl.CANNDev)    // the full algorithm as published: trims take memory in use by pending work
)
