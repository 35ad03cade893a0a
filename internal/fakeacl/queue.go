// SPDX-License-Identifier: Apache-2.0

package fakeacl

// queue is the operations of a stream that have not executed, in a ring of values.
// Nothing is allocated once the ring, and the room for arguments that each of its places
// keeps, have grown to their working size.
type queue struct {
	ring  []operation // a power of two of them
	first int
	count int
}

const smallestRing = 16

// push copies an operation, arguments included, to the end.
func (q *queue) push(o *operation) {
	if q.count == len(q.ring) {
		q.grow()
	}
	place := &q.ring[(q.first+q.count)&(len(q.ring)-1)]
	args := append(place.args[:0], o.args...)
	*place = *o
	place.args = args
	q.count++
}

// front answers the first operation; it stays where it is until the next push.
func (q *queue) front() *operation { return &q.ring[q.first] }

// pop takes the first operation out.
func (q *queue) pop() {
	q.ring[q.first] = operation{args: q.ring[q.first].args[:0]}
	q.first = (q.first + 1) & (len(q.ring) - 1)
	q.count--
}

// dropAfter takes out all but the first keep operations, in order, and hands each to f.
func (q *queue) dropAfter(keep int, f func(*operation)) {
	for i := keep; i < q.count; i++ {
		place := &q.ring[(q.first+i)&(len(q.ring)-1)]
		f(place)
		*place = operation{args: place.args[:0]}
	}
	q.count = min(q.count, keep)
}

func (q *queue) grow() {
	ring := make([]operation, max(smallestRing, 2*len(q.ring)))
	for i := range q.count {
		ring[i] = q.ring[(q.first+i)&(len(q.ring)-1)]
	}
	q.ring, q.first = ring, 0
}
