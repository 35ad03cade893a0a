// SPDX-License-Identifier: Apache-2.0

// Package conformance is the suite that every engine of package mempool must pass on
// every device. It is what to run first on a new machine:
//
//	func TestDevice(t *testing.T) {
//		conformance.Run(t, acltest.New)
//	}
//
// # Promises and abilities
//
// What the documentation of this module promises, whatever the engine, the library and
// the product, is tested: a promise that is not kept fails. What engines and releases do
// differently, such as which freed memory they use again, is observed and reported as a
// table at the end, see [Run].
//
// # Chapters
//
// A chapter is a file here and a subtest for each engine: sizes, streams, order, random,
// parallel, exhaustion, reuse, thresholds, trims, errors, lifetimes. Each opens the
// device anew.
package conformance
