// SPDX-License-Identifier: Apache-2.0

// Package acltest helps to test programs that use aclpool. Its tests need no NPU, no tag
// and no cgo, run in parallel, and run inside testing/synctest.
//
//	func TestMine(t *testing.T) {
//		dev := acltest.New(t)
//		s := acltest.Stream(t, dev)
//		// ...
//	}
//
// [New] makes a simulated device on a machine of its own, which ends with the test. What
// the test has left open on it fails the test, with the place where it was made, and is
// closed by force, so that it does not disturb the tests that follow. [Main] looks at the
// end of a test binary for what no test could see.
//
// [EachEngine] runs a test on every engine of package mempool. Package conformance, below,
// is the suite that each of them and every device must pass.
//
// To test what happens while a stream is busy, [Hold] it: nothing depends on time then.
package acltest
