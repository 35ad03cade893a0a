// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "fmt"

// describe returns the first operation of the queue in a few words.
func (q *queue) describe() string {
	o := q.front()
	text := fmt.Sprintf("work %d, ", o.pos)
	switch o.kind {
	case allocate:
		return text + fmt.Sprintf("allocate %d bytes", o.block.size)
	case free, freePlain:
		return text + "free"
	case record:
		return text + "record"
	case wait:
		return text + "wait"
	case reset:
		return text + "reset"
	case copyMemory:
		return text + fmt.Sprintf("copy %d bytes", q.task().size)
	case fillMemory:
		return text + fmt.Sprintf("fill %d bytes", q.task().size)
	case launch:
		return text + fmt.Sprintf("kernel %q", q.task().function.name)
	case special:
		return text + o.special.name
	default:
		return text + "other work"
	}
}
