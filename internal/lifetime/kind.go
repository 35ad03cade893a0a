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
