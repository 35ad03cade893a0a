// SPDX-License-Identifier: Apache-2.0

// Package driver defines the interface between aclpool and the implementations of the ACL
// calls: the vendor's library through cgo, and the simulated device in pure Go.
//
// [API] has one method per ACL function. Handles and device addresses are integers,
// because Go cannot follow them. Host memory is passed in a [Mem], the only type here that
// holds an unsafe.Pointer. A call returns a [Status]: the ACL code and, on failure, the
// message that belongs to it.
//
// The packages above turn codes into errors, own handles and choose a driver.
package driver
