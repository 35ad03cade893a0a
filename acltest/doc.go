// SPDX-License-Identifier: Apache-2.0

// Package acltest helps to test programs that use aclpool. The tests need no NPU, no build
// tag and no cgo. They may run in parallel, and inside testing/synctest.
//
//	func TestMine(t *testing.T) {
//		dev := acltest.New(t)
//		s := acltest.Stream(t, dev)
//		// ...
//	}
//
// [New] opens a simulated device on a new machine, which is closed at the end of the test. An
// object that the test leaves open fails the test, which prints where it was created, and is
// closed by force, so that it does not affect later tests. [Main] checks at the end of a test
// binary for leaks that no single test can see. [Kernel] makes a kernel of a Go function for
// one test.
//
// [EachEngine] runs a test on every engine of package mempool. Package conformance has the
// suite that each engine and every device must pass.
//
// To test what happens while a stream is busy, hold it with [Hold]: the test then does not
// depend on time. [Explore] runs a test with many orders in which the streams execute.
package acltest
