// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Priority is the priority of a stream's work on a busy device. ACL numbers priorities
// from 0, the highest, to 7; here they are shifted by one, so that zero is
// PriorityDefault. Some products ignore priorities.
//
// Source: priority of aclrtCreateStreamWithConfig, acl_rt.h.
type Priority int

// Priorities. Those between PriorityHighest and PriorityLowest may be used too.
const (
	// PriorityDefault leaves the priority to ACL.
	PriorityDefault Priority = 0
	// PriorityHighest goes before all others; ACL's 0.
	PriorityHighest = Priority(driver.StreamPriorityGreatest) + 1
	// PriorityLowest goes after all others; ACL's 7.
	PriorityLowest = Priority(driver.StreamPriorityLeast) + 1
)

// number returns ACL's number of the priority.
func (p Priority) number() (uint32, error) {
	switch {
	case p == PriorityDefault:
		return driver.StreamPriorityGreatest, nil // what ACL takes for a stream without one
	case p < PriorityHighest || p > PriorityLowest:
		return 0, fmt.Errorf("priority %d: want PriorityDefault, or %d (PriorityHighest) to %d (PriorityLowest): %w", int(p), PriorityHighest, PriorityLowest, acl.ErrInvalid)
	}
	return uint32(p - PriorityHighest), nil
}
