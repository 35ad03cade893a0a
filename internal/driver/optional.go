// SPDX-License-Identifier: Apache-2.0

package driver

// The interfaces in this file are optional: not every driver has them. Ask for one with
// [As].

// Binder is a driver whose current context belongs to the OS thread.
type Binder interface {
	// InContext runs f on an OS thread that is locked to the goroutine and has ac current,
	// and makes what was current before current again, also after a panic of f. It fails,
	// and does not run f, when ac cannot be made current.
	InContext(ac Context, f func()) Status
}

// Inspector is a driver that can be asked about handles which it has not returned.
type Inspector interface {
	DeviceOf(ac Context) (int32, Status)               // aclrtGetDevice
	StreamFlags(ac Context, s Stream) (uint32, Status) // aclrtStreamGetFlags
}

// Annotator is a driver whose error texts use what the program calls its objects, and where
// it frees its memory.
type Annotator interface {
	// NameStream sets the name of a stream. An internal one is aclpool's own and not the
	// program's.
	NameStream(s Stream, name string, internal bool)
	NamePool(p Pool, name string)
	// NoteFree says on which stream the program frees the memory that starts at a, 0 for none,
	// and where, empty if unknown. It comes before the call that frees it.
	NoteFree(a Addr, s Stream, place string)
}

// Carver is a driver that checks how memory is used, and wants to know of blocks that the program
// carves out of larger allocations.
type Carver interface {
	// CarveBlock notes a block of size bytes at a, for use from the next operation of a stream
	// on; 0 is the default stream.
	CarveBlock(ac Context, a Addr, size uint64, s Stream) Status
	// ReturnBlock notes that the block at a is not used after what the stream was told to do.
	// It fails if the driver fails calls that violate the order of streams, and this one does.
	ReturnBlock(ac Context, a Addr, s Stream) Status
}
