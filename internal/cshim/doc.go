// SPDX-License-Identifier: Apache-2.0

// Package cshim is the driver that calls the vendor's ACL library through cgo.
//
// Building it needs no vendor headers or libraries: [Open] loads the library with dlopen
// and looks up its functions with dlsym, and abi.h declares the part of the interface that
// is used.
//
// For each ACL function there is one C function. In a single call from Go to C it makes the
// context current on the calling thread, calls ACL, reads the message of a failure while
// the context is still current, and restores the previous context. Results are returned by
// value, handles are passed as integers, and C keeps no Go pointer after a call.
//
// The package is empty without cgo, with the build tag fakeacl, and on platforms other than
// Linux on amd64 or arm64.
package cshim
