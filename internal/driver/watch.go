// SPDX-License-Identifier: Apache-2.0

package driver

// Watcher is a driver whose device says what operations do to memory when they execute. It is
// optional, see [As].
type Watcher interface {
	// WatchNext has w watch the next operation that is enqueued on a stream, if that is a
	// launch, or a copy from pinned memory. A nil w takes it back.
	WatchNext(s Stream, w Watch)
}

// Watch watches one operation. Its methods are called with nothing locked, on the goroutine that
// executes the operation.
type Watch interface {
	// Used is called when a running kernel gets memory, for reading alone or for writing, too.
	// If it returns true, the device compares the memory at the end of the kernel with what
	// it is now.
	Used(a Addr, size uint64, write bool) (compare bool)
	// Changed is called if memory that is compared has changed, or if the pinned memory that
	// a copy has read is not what it was when the copy was enqueued.
	Changed(m Mem, size uint64)
	// Ended is called once, last: the operation has executed or was dropped. The device may be
	// locked.
	Ended()
}
