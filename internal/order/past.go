// SPDX-License-Identifier: Apache-2.0

package order

// Past yields the stamp's own place and, for every other line, the last place that
// happens before it. What the host knew when the stamp was taken may be left out.
func (s Stamp) Past(yield func(Place) bool) { s.places(yield) }
