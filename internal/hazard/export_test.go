// SPDX-License-Identifier: Apache-2.0

package hazard

// Forget forgets what the host knows to be complete.
func (c *Checker) Forget() { c.forget() }

// Kept returns the number of uses, segments and blocks that are kept.
func (c *Checker) Kept() int { return c.kept }

// The bounds of what is kept.
const (
	MostFreed = mostFreed
	MostPairs = mostPairs
)
