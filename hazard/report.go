// SPDX-License-Identifier: Apache-2.0

package hazard

// Report is one violation. The Second operation was enqueued after the First. It is a value,
// which the device does not use any more.
type Report struct {
	Kind   Kind   // what is violated
	Device int    // number of the device
	Memory Memory // what both operations use

	Offset uint64 // of the bytes that both use, from the start of the memory
	Size   uint64 // number of those bytes; 0 if the kind is not about bytes

	// First may be zero, see the kinds.
	First, Second Operation

	// Known is the position on the stream of First up to which Second is ordered after that
	// stream, which is less than First.Position. It is 0 if Second is ordered after nothing
	// on it.
	Known uint64

	// Recorded is the record of an event at Known, which Second has waited for. It is zero if
	// the work there is no record, or one of long ago.
	Recorded Operation
}

// Memory is memory that was allocated by one call.
type Memory struct {
	Pool string // name of the pool; empty for memory that is not of a pool
	Host bool   // pinned memory of the host
	Addr uint64 // address of the first byte
	Size uint64 // bytes that the program asked for

	Allocated Operation // the call that allocated it; zero if unknown
	Freed     Operation // the call that freed it; zero if none has
}

// Access is how an operation uses memory.
type Access uint8

// The uses of memory.
const (
	None  Access = iota // not known, or none
	Read                // reads only
	Write               // writes without reading
	ReadWrite
)

// Operation is a call of the program that enqueued work, or worked at once.
type Operation struct {
	Name     string // such as "copy to device", `kernel "add", argument 0` or "free"
	Stream   string // name of the stream; empty for a call that works at once
	Position uint64 // number of the work among that of its stream, from 1
	Access   Access // how it uses the memory
	Site     string // "file:line function" of the program's call; empty if unknown
}

// IsZero reports whether there is no operation.
func (o Operation) IsZero() bool { return o == Operation{} }
