// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Priority says whose work a busy device takes first. ACL numbers priorities from 0, the
// greatest, to 7; here they are shifted by one, so that zero means that nothing was
// asked for. Not every product heeds them.
//
// Source: priority of aclrtCreateStreamWithConfig, acl_rt.h.
type Priority int

// Priorities; those between Greatest and Least may be used too.
const (
	// PriorityDefault leaves the priority to ACL.
	PriorityDefault Priority = 0
	// PriorityHighest goes before all others; ACL's 0.
	PriorityHighest = Priority(driver.StreamPriorityGreatest) + 1
	// PriorityLowest goes after all others; ACL's 7.
	PriorityLowest = Priority(driver.StreamPriorityLeast) + 1
)

// number answers ACL's number.
func (p Priority) number() (uint32, error) {
	switch {
	case p == PriorityDefault:
		return driver.StreamPriorityGreatest, nil // what ACL takes for a stream without one
	case p < PriorityHighest || p > PriorityLowest:
		return 0, fmt.Errorf("priority %d: want Default, or %d (Greatest) to %d (Least): %w", int(p), PriorityHighest, PriorityLowest, acl.ErrInvalid)
	}
	return uint32(p - PriorityHighest), nil
}
