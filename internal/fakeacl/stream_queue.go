// SPDX-License-Identifier: Apache-2.0

package fakeacl

// queue holds the operations of a stream that have not executed, and the tasks of those that
// take time. It allocates nothing once its rings have grown to their working size.
type queue struct {
	operations ring[operation]
	tasks      ring[task] // of the operations that take time
	args       arguments  // of the launches among them
}

func (q *queue) count() int { return q.operations.count }

// push copies an operation to the end; one that takes time with its task, whose arguments
// are copied too.
func (q *queue) push(o *operation, t *task, args []byte) {
	*q.operations.push() = *o
	if !o.instant() {
		place := q.tasks.push()
		*place = *t
		place.args = q.args.add(args)
	}
}

// front returns the first operation; it stays where it is until it is popped.
func (q *queue) front() *operation { return q.operations.front() }

// task returns the task of the first operation, which takes time.
func (q *queue) task() *task { return q.tasks.front() }

// pop removes the first operation.
func (q *queue) pop() {
	if !q.front().instant() {
		q.args.remove(q.task().args)
		q.tasks.pop()
	}
	q.operations.pop()
}

// dropAfter removes all but the first keep operations, where keep is at most 1. It calls the
// functions with the removed operations and tasks.
func (q *queue) dropAfter(keep int, operation func(*operation), task func(*task)) {
	tasks := 0
	if keep > 0 && q.count() > 0 && !q.front().instant() {
		tasks = 1
	}
	q.operations.dropAfter(keep, operation)
	q.tasks.dropAfter(tasks, task)
	q.args.abandon() // the first operation may still read its own
}
