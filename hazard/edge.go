// SPDX-License-Identifier: Apache-2.0

package hazard

import "fmt"

// edge says which order is missing between the operations.
func (r Report) edge() string {
	switch r.Kind {
	case UseAfterFree, DoubleFree, OutOfBounds, Unwritten, UnrecordedWait:
		return ""
	}
	return r.waited()
}

func (r Report) waited() string {
	first, second := r.First, r.Second
	switch {
	case first.Stream == "":
		return ""
	case second.Stream == "" && r.Known == 0:
		return fmt.Sprintf("The program has not waited for any work of stream %q.", first.Stream)
	case second.Stream == "":
		return fmt.Sprintf("The program has waited for stream %q only up to work %d.", first.Stream, r.Known)
	case r.Known == 0:
		return fmt.Sprintf("Stream %q has never waited for anything that was recorded on stream %q.", second.Stream, first.Stream)
	}
	return fmt.Sprintf("Stream %q has waited for stream %q only up to work %d.", second.Stream, first.Stream, r.Known)
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
	case UnrecordedWait:
		return "Record the event on a stream before another waits for it."
	case UnorderedFree:
		return r.orderFree()
	}
	return r.order()
}

func (r Report) orderFree() string {
	switch {
	case r.Second.Stream == "":
		return r.order()
	case r.First.Stream == "":
		return ""
	}
	return fmt.Sprintf("Free the block with FreeAfter, call RecordUse with stream %q after the use, or have stream %q wait for an event recorded after it.", r.First.Stream, r.Second.Stream)
}

func (r Report) order() string {
	switch {
	case r.First.Stream == "":
		return ""
	case r.Second.Stream == "":
		return fmt.Sprintf("Synchronize stream %q before the second operation.", r.First.Stream)
	}
	return fmt.Sprintf("Record an event on stream %q after the first operation, and have stream %q wait for it before the second.", r.First.Stream, r.Second.Stream)
}
