// SPDX-License-Identifier: Apache-2.0

// Command libascendcl is the simulated device as a C library with the vendor's ABI. It serves
// programs that call ACL from C, and tests of the driver for the vendor's library:
//
//	go build -buildmode=c-shared -ldflags=-extldflags=-Wl,-soname,libascendcl.so \
//	  -o out/libascendcl.so ./cmd/libascendcl
//	ACLPOOL_LIBRARY=$PWD/out/libascendcl.so go test ./mempool
//
// CANN's library has two names, and programs link either one or open it. A symbolic link gives
// this library the other name:
//
//	ln -sf libascendcl.so out/libacl_rt.so
//	cc -std=gnu11 -pthread -o out/soma cmd/libascendcl/testdata/soma.c -Lout -lascendcl -Wl,-rpath,$PWD/out
//	./out/soma
//
// A process has one simulated machine, which is created when it is first needed. The
// environment variables ACLPOOL_SIM_PRODUCT, ACLPOOL_SIM_DEVICES, ACLPOOL_SIM_MEMORY,
// ACLPOOL_SIM_VIRTUAL, ACLPOOL_SIM_BEHAVIOUR and ACLPOOL_SIM_HAZARDS configure it at that time.
// Functions that only a simulated device has, such as custom kernels and a reset of the machine, are declared in aclpoolsim.h.
//
// # Violations of stream order
//
// With ACLPOOL_SIM_HAZARDS=report the library prints violations of the order of streams to standard
// error: what package hazard lists, with the names of the C functions and the numbers of the
// streams. What a kernel uses is known when it runs, from aclpoolSimMemory and
// aclpoolSimReadMemory, and judged by the order in which it was launched. An allocator tells the
// library of its blocks with aclpoolSimNoteMalloc and aclpoolSimNoteFree. Work that is enqueued
// behind a wait for a notify or a value, while that has not executed, is not checked. With
// ACLPOOL_SIM_HAZARDS=fail the call returns 107000, too, and does nothing; a kernel that asks for
// the memory gets NULL.
//
// # Functions and releases
//
// functions.tsv lists the functions of the vendor's runtime for devices, contexts, memory,
// streams, events, memory pools and kernels, with the release that added each. The library
// exports all of them. A function that is not simulated returns 200006,
// ACL_ERROR_FEATURE_UNSUPPORTED, and prints its name to standard error on its first call.
// docs/simulated-device.md lists which functions work, which work in part, and which do not.
// With the build tag nopools, cann90, cann91 or cannmaster, the library exports only the
// functions of that release, and its pools behave as in that release unless
// ACLPOOL_SIM_BEHAVIOUR is set.
//
// # Threads
//
// The current context, the error messages and the last error code belong to the calling
// thread. Kernels run on threads of the library.
//
// # In a Go program
//
// The library has a Go runtime of its own in addition to the program's. Both receive the
// signals that they need; see signals.c. The library cannot be unloaded, and it must not be
// built with the race detector. The program may be.
package main

//go:generate go run gen_functions.go
//go:generate go run gen_page.go

// main is never called: a program that loads the library has its own.
func main() {}
