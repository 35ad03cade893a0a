// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "iter"

// ring is a queue of values, first in, first out, in pages that are reused. It allocates
// nothing once it has had its largest size, and values do not move. The zero ring is empty.
type ring[T any] struct {
	head, tail *ringPage[T]
	spare      *ringPage[T]
	first      int // in the head
	count      int
}

// ringSize is small, since every stream has rings, and most hold little.
const ringSize = 32

type ringPage[T any] struct {
	values [ringSize]T
	next   *ringPage[T]
}

// push appends a zero value and returns a pointer to it.
func (r *ring[T]) push() *T {
	at := (r.first + r.count) % ringSize
	if at == 0 && (r.count > 0 || r.tail == nil) {
		r.extend()
	}
	r.count++
	return &r.tail.values[at]
}

func (r *ring[T]) extend() {
	p := r.spare
	if p == nil {
		p = new(ringPage[T])
	} else {
		r.spare, p.next = p.next, nil
	}
	if r.tail == nil {
		r.head = p
	} else {
		r.tail.next = p
	}
	r.tail = p
}

// front returns a pointer to the first value.
func (r *ring[T]) front() *T { return &r.head.values[r.first] }

// pop removes the first value.
func (r *ring[T]) pop() {
	var zero T
	*r.front() = zero
	r.first++
	r.count--
	switch {
	case r.count == 0:
		r.first = 0 // there is one page
	case r.first == ringSize:
		r.first = 0
		p := r.head
		r.head = p.next
		r.release(p)
	}
}

// all yields pointers to the values, the first one first. None may be added or removed during
// the iteration.
func (r *ring[T]) all() iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for i, p := 0, r.head; i < r.count; i++ {
			at := (r.first + i) % ringSize
			if at == 0 && i > 0 {
				p = p.next
			}
			if !yield(&p.values[at]) {
				return
			}
		}
	}
}

// dropAfter calls f with all but the first keep values, and removes them.
func (r *ring[T]) dropAfter(keep int, f func(*T)) {
	var zero T
	last := r.head // page of the last value that stays, or the head
	for i, p := 0, r.head; i < r.count; i++ {
		at := (r.first + i) % ringSize
		if at == 0 && i > 0 {
			p = p.next
		}
		if i < keep {
			last = p
			continue
		}
		f(&p.values[at])
		p.values[at] = zero
	}
	if r.count <= keep {
		return
	}
	for last.next != nil {
		p := last.next
		last.next = p.next
		r.release(p)
	}
	r.tail, r.count = last, keep
	if keep == 0 {
		r.first = 0
	}
}

// release keeps a page for reuse.
func (r *ring[T]) release(p *ringPage[T]) { p.next, r.spare = r.spare, p }
