// SPDX-License-Identifier: Apache-2.0

// Package cshim is the driver that calls the vendor's ACL library through cgo.
//
// Nothing of the vendor is needed to build it: [Open] finds the library with dlopen and
// its functions with dlsym, and abi.h declares what the two sides agree on. One C
// function stands for one ACL function. In a single crossing it makes the context
// current on the calling thread, calls, fetches the text of a failure while that context
// is still current, and gives the thread back the context that it had. Results come back
// by value, handles cross as integers, and C keeps no Go pointer after a call.
//
// Without cgo, with the tag fakeacl, and elsewhere than on Linux on amd64 or arm64, only
// this comment is left of the package.
package cshim
