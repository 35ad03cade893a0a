// SPDX-License-Identifier: Apache-2.0

package driver

// Handles of ACL objects as integers. Zero is no object, except where a method takes it
// for the default stream.
type (
	// Context is an aclrtContext.
	Context uintptr
	// Stream is an aclrtStream.
	Stream uintptr
	// Event is an aclrtEvent.
	Event uintptr
	// Pool is an aclrtMemPool.
	Pool uintptr
	// Binary is an aclrtBinHandle.
	Binary uintptr
	// Function is an aclrtFuncHandle. It is valid as long as its Binary is loaded.
	Function uintptr
)

// Addr is an address in device memory. It must not be converted to a Go pointer: on the
// simulated device it is not a host address.
type Addr uint64
