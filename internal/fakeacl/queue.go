// SPDX-License-Identifier: Apache-2.0

package fakeacl

// queue is the operations of a stream that have not executed, in a ring of values.
// Nothing is allocated once the rings of operations and of arguments have grown to their
// working size.
type queue struct {
	ring  []operation // a power of two of them
	first int
	count int
	args  arguments
}

const smallestRing = 16

// push copies an operation to the end, with the arguments of a launch.
func (q *queue) push(o *operation, args []byte) {
	if q.count == len(q.ring) {
		q.grow()
	}
	place := q.at(q.count)
	*place = *o
	place.args = q.args.keep(args)
	q.count++
}

// at answers the place of the i-th operation.
func (q *queue) at(i int) *operation { return &q.ring[(q.first+i)&(len(q.ring)-1)] }

// front answers the first operation; it stays where it is until the next push.
func (q *queue) front() *operation { return q.at(0) }

// pop takes the first operation out.
func (q *queue) pop() {
	o := q.front()
	q.args.drop(o.args)
	*o = operation{}
	q.first = (q.first + 1) & (len(q.ring) - 1)
	q.count--
}

// dropAfter takes out all but the first keep operations, in order, and hands each to f.
func (q *queue) dropAfter(keep int, f func(*operation)) {
	for i := keep; i < q.count; i++ {
		o := q.at(i)
		f(o)
		*o = operation{}
	}
	q.count = min(q.count, keep)
	q.args.abandon() // the first operation may still read its own
}

func (q *queue) grow() {
	ring := make([]operation, max(smallestRing, 2*len(q.ring)))
	for i := range q.count {
		ring[i] = *q.at(i)
	}
	q.ring, q.first = ring, 0
}
