// SPDX-License-Identifier: Apache-2.0

// Package acl opens Ascend devices and moves memory between host and device.
//
// A program opens a device by number and closes it at the end:
//
//	dev, err := acl.Open(0)
//	if err != nil {
//		return err
//	}
//	...
//	err = dev.Close(context.Background()) // not with the ctx of the work, which may have ended
//
// Streams, events, kernels and memory pools are made on a [Device] by the packages
// stream, event, kernel and mempool.
//
// # Which device
//
// A build with cgo on Linux loads the vendor's library at run time; a build with the
// tag fakeacl runs on a simulated device in pure Go. Nothing of CANN is needed to build.
//
// # Errors
//
// An error belongs to a class, and [errors.Is] tells which: [ErrOutOfMemory], [ErrInvalid],
// [ErrNotSupported], [ErrTimeout], [ErrClosed], [ErrBusy], [ErrDevice], and within ErrInvalid
// [ErrNotRecorded], [ErrNotReady] and [ErrNoTiming]. A failed call into ACL is an [*Error]
// with the C function and its [Code], whose constants are in package acl/codes. [IsWarning]
// reports that work has ended with a remark. A nil object as an argument is ErrInvalid;
// calling a method on one panics, and so does a nil context.Context, as in the standard
// library.
//
// # Goroutines, threads and contexts
//
// ACL binds its current context to the OS thread, and goroutines move between threads.
// Every call of this module makes the right context current for itself and leaves the
// thread as it found it, so any goroutine may use any object, and a program need not
// lock threads. Do not fork a process that has initialised ACL: os/exec is safe only
// after copies have completed.
//
// # Elements
//
// Buffers and copies of slices take elements whose memory means the same to Go, to C and to
// a device: bool, numbers of a fixed size, and arrays and structs of them, also as defined
// types. A type with a Go pointer inside, int, uint and uintptr, whose size depends on the
// platform, and a type of no size are [ErrInvalid], and the error names the field. For an
// address in device memory use [DevicePtr].
//
// # Waiting
//
// Functions that block take a context.Context first. When it ends they stop waiting and do
// nothing else: the device goes on, objects stay valid, and it is unknown which work has
// completed.
//
// A wait for a stream or a device whose context cannot end, such as context.Background(),
// blocks inside ACL and keeps an OS thread. At most 64 goroutines of a process do that at a
// time; the others poll, as waits whose context can end and waits for events do.
//
// # Lifetimes
//
// Every object is closed by its Close method, children before parents: a parent with
// live children fails with [ErrBusy], and the error names them. No finalizer frees anything.
// [Shutdown] is the last act of a program that wants to end cleanly; a process may also
// simply exit.
package acl
