// SPDX-License-Identifier: Apache-2.0

// Command libascendcl is the simulated device as a C library with the vendor's ABI, for
// programs that call ACL from C and for proving the driver that does:
//
//	go build -buildmode=c-shared -o libascendcl.so ./cmd/libascendcl
//	ACLPOOL_LIBRARY=$PWD/libascendcl.so go test ./mempool
//
// A process has one machine, which is made when it is first needed, as the variables
// ACLPOOL_SIM_PRODUCT, ACLPOOL_SIM_DEVICES, ACLPOOL_SIM_MEMORY and ACLPOOL_SIM_BEHAVIOUR
// of the C environment then say. What only a simulated device can do, such as kernels of
// one's own and starting anew, is declared in aclpoolsim.h.
//
// # Functions and releases
//
// functions.tsv lists what the vendor's runtime has for devices, contexts, memory, streams,
// events, memory pools and kernels, and since which release. The library has all of it.
// What it does not simulate answers 200006, ACL_ERROR_FEATURE_UNSUPPORTED, and says its
// name on standard error the first time. Built with the tag nopools, cann90, cann91 or
// cannmaster it shows the functions of that release alone, and its pools do what they do
// there where ACLPOOL_SIM_BEHAVIOUR is not set.
//
// # Threads
//
// The current context, the texts of failures and the last error code belong to the
// thread that calls. Kernels run on threads of the library.
//
// # In a Go program
//
// The library has a Go runtime of its own beside the program's, which works because both
// let each other's signals through, see signals.c. It cannot be unloaded, and must not be
// built with the race detector; the program may be.
package main

//go:generate go run gen_functions.go

// main is never called: the program is whoever loads the library.
func main() {}
