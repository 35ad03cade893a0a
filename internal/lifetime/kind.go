// SPDX-License-Identifier: Apache-2.0

package lifetime

// Kind is a sort of object. Its value is its place in the order in which a forced
// shutdown closes: what uses others comes before what is used.
type Kind int

// Kinds in the order of shutdown.
const (
	Model Kind = iota
	Kernel
	Memory
	HostMemory
	Pool
	Event
	Stream
	Device
	Runtime
)

var kindNames = [...]string{
	Model: "model", Kernel: "kernel binary", Memory: "device memory", HostMemory: "host buffer",
	Pool: "pool", Event: "event", Stream: "stream", Device: "device", Runtime: "runtime",
}

// Kinds lists every kind, in the order of shutdown.
func Kinds() []Kind {
	ks := make([]Kind, len(kindNames))
	for i := range ks {
		ks[i] = Kind(i)
	}
	return ks
}

// String returns the word for the kind.
func (k Kind) String() string { return kindNames[k] }

// calls names the calls that may hold a lease on an object of the kind for long, as the end of
// a phrase; empty if there is none.
func (k Kind) calls() string {
	switch k {
	case Memory, HostMemory:
		return "; copies"
	case Pool:
		return "; Malloc or TrimSync"
	case Event:
		return "; Synchronize"
	case Stream:
		return "; waits or Abort"
	case Device:
		return "; waits, copies, or the making of an object"
	}
	return ""
}
