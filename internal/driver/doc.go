// SPDX-License-Identifier: Apache-2.0

// Package driver is the seam between aclpool and whatever runs the ACL calls: the
// vendor's library through cgo, or the simulated device in pure Go.
//
// [API] has one method per ACL function. Handles and device addresses are integers,
// because they mean nothing to Go; host memory travels inside a [Mem], the only place
// where an unsafe.Pointer crosses this interface. A call answers a [Status]: the ACL
// code and, on failure, the text that belongs to it. The package decides nothing else:
// turning codes into errors, owning handles and choosing a driver are the work of the
// packages above.
package driver
