// SPDX-License-Identifier: Apache-2.0

// Package conformance has the suite that every engine of package mempool must pass
// on every device. Run it first on a new machine:
//
//	func TestDevice(t *testing.T) {
//		conformance.Run(t, acltest.New)
//	}
//
// # Guarantees and abilities
//
// The suite tests what this module guarantees for every engine, library and product: a
// guarantee that does not hold fails the test. What engines and releases do differently, such
// as which freed memory they reuse, is observed and reported in a table, see [Run].
//
// # Chapters
//
// A chapter is a file of this package and a subtest for each engine: sizes, streams, order,
// random, parallel, exhaustion, reuse, thresholds, trims, misuse, lifetimes. Each opens the
// device anew.
package conformance
