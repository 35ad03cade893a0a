// SPDX-License-Identifier: Apache-2.0

package fakeacl

// arguments holds the arguments of enqueued launches, first in, first out, in a ring of bytes
// that grows to its working size. Each list is contiguous. If the ring is too small, it is
// replaced by a larger one for new lists; earlier lists stay in the old one.
type arguments struct {
	ring       []byte
	number     uint64 // of the ring
	head, tail int    // in use is [head, tail), or all but [tail, head) when that wraps
	count      int    // lists in this ring
}

// argumentList is a list of arguments in a ring.
type argumentList struct {
	bytes []byte
	ring  uint64
	end   int // in the ring
}

const smallestArguments = 1 << 10

// add copies a list.
func (a *arguments) add(args []byte) argumentList {
	if len(args) == 0 {
		return argumentList{}
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
	return argumentList{b, a.number, a.tail}
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

// remove removes the first list, if it is in this ring.
func (a *arguments) remove(k argumentList) {
	if k.ring != a.number || k.bytes == nil {
		return
	}
	a.head = k.end
	if a.count--; a.count == 0 {
		a.head, a.tail = 0, 0
	}
}

// abandon drops all lists, and the ring, which may still be read.
func (a *arguments) abandon() {
	a.ring, a.head, a.tail, a.count = nil, 0, 0, 0
	a.number++
}
