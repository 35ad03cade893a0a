// SPDX-License-Identifier: Apache-2.0

package fakeacl

// arguments keeps the arguments of queued launches, first in, first out, in a ring of
// bytes that grows to its working size. Each list is in one piece. When the ring is too
// small a larger one takes its place, and what was kept before stays where it is.
type arguments struct {
	ring       []byte
	number     uint64 // of the ring
	head, tail int    // kept is [head, tail), or all but [tail, head) when that wraps
	count      int    // lists kept in this ring
}

// kept is a list of arguments in a ring.
type kept struct {
	bytes []byte
	ring  uint64
	end   int // in the ring
}

const smallestArguments = 1 << 10

// keep copies a list.
func (a *arguments) keep(args []byte) kept {
	if len(args) == 0 {
		return kept{}
	}
	start, ok := a.room(len(args))
	if !ok {
		a.ring = make([]byte, max(smallestArguments, 2*len(a.ring), 2*len(args)))
		a.number++
		a.head, a.tail, a.count, start = 0, 0, 0, 0
	}
	a.tail = start + len(args)
	a.count++
	b := a.ring[start:a.tail:a.tail]
	copy(b, args)
	return kept{b, a.number, a.tail}
}

// room finds where n bytes can go.
func (a *arguments) room(n int) (start int, ok bool) {
	switch {
	case a.head > a.tail || a.count > 0 && a.head == a.tail: // wraps
		return a.tail, n <= a.head-a.tail
	case n <= len(a.ring)-a.tail:
		return a.tail, true
	default:
		return 0, n <= a.head
	}
}

// drop forgets the first list.
func (a *arguments) drop(k kept) {
	if k.ring != a.number || k.bytes == nil {
		return
	}
	a.head = k.end
	if a.count--; a.count == 0 {
		a.head, a.tail = 0, 0
	}
}

// abandon forgets all lists, and leaves the ring to those who still read it.
func (a *arguments) abandon() {
	a.ring, a.head, a.tail, a.count = nil, 0, 0, 0
	a.number++
}
