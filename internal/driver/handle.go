// SPDX-License-Identifier: Apache-2.0

package driver

// Handles of ACL objects as integers. Zero is no object, except where a method says
// that it stands for the default stream.
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
	// Function is an aclrtFuncHandle; it lives as long as its Binary.
	Function uintptr
)

// Addr is an address in device memory. It must not be turned into a Go pointer: on the
// simulated device it is no host address at all.
type Addr uint64
