// SPDX-License-Identifier: Apache-2.0

package hazard

import "fmt"

// edge says which order is missing between the operations.
func (r Report) edge() string {
	switch r.Kind {
	case UseAfterFree, DoubleFree, OutOfBounds, Unwritten, Changed, UnrecordedWait:
		return ""
	}
	return r.waited()
}

func (r Report) waited() string {
	first, second := r.First, r.Second
	who := fmt.Sprintf("Stream %q", second.Stream)
	if second.Stream == "" {
		who = "The program"
	}
	switch {
	case first.Stream == "":
		return ""
	case r.Known == 0:
		return fmt.Sprintf("%s has not waited for any work of stream %q, directly or through other streams.", who, first.Stream)
	}
	work := fmt.Sprintf("work %d", r.Known)
	if !r.Recorded.IsZero() {
		work += ", the record of " + r.Recorded.Name
	}
	return fmt.Sprintf("%s has waited for stream %q only up to %s. The %s is work %d.", who, first.Stream, work, r.roles().first, first.Position)
}

// advice says what to do.
func (r Report) advice() string {
	switch r.Kind {
	case UseAfterFree:
		return "Free the memory after its last use has been enqueued."
	case DoubleFree:
		return "Free each block once."
	case OutOfBounds:
		return fmt.Sprintf("The memory has %d bytes. Allocate more, or use less.", r.Memory.Size)
	case Unwritten:
		return "Write the bytes first, or read fewer."
	case Changed:
		if r.Memory.Host {
			return "Do not change the elements until the stream has executed the copy."
		}
		if r.Second.Site == "" { // a C program
			return "If the kernel writes the bytes, get them by aclpoolSimMemory. Otherwise order what writes them before or after the kernel."
		}
		return "If the kernel writes the bytes, pass them by Arg or kernel.View, and use sim.Slice. Otherwise order what writes them before or after the kernel."
	case UnrecordedWait:
		return "Record the event on a stream before another waits for it."
	case UnorderedFree:
		return r.orderFree()
	}
	return r.order()
}

func (r Report) orderFree() string {
	first, second := r.First.Stream, r.Second.Stream
	if first == "" || second == "" || r.First.Site == "" && r.Second.Site == "" { // a C program
		return r.order()
	}
	return fmt.Sprintf("Pass stream %[1]q to FreeAfter or, after the use, to RecordUse. Or record an event on it after the use, and have stream %[2]q wait for that before the free.", first, second)
}

func (r Report) order() string {
	switch is := r.roles(); {
	case r.First.Stream == "":
		return ""
	case r.Second.Stream == "":
		return fmt.Sprintf("Synchronize stream %q after the %s and before the %s.", r.First.Stream, is.first, is.second) + r.onlyReads()
	default:
		return fmt.Sprintf("Record an event on stream %q after the %s, and have stream %q wait for it before the %s.", r.First.Stream, is.first, r.Second.Stream, is.second) + r.onlyReads()
	}
}

// onlyReads says how a kernel gets what it only reads, if that may be all that is wrong: one of
// the operations has bytes by Arg, and the other does not surely write.
func (r Report) onlyReads() string {
	switch {
	case r.Kind != WriteAfterWrite && r.Kind != WriteAfterRead && r.Kind != ReadAfterWrite,
		r.First.Access == Write || r.Second.Access == Write:
		return ""
	}
	return " Or if a kernel only reads the bytes, pass them by ReadArg or kernel.ReadView."
}
