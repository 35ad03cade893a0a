//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshimtest

/*
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <stdint.h>

static uint64_t collect(void)
{
	uint64_t (*f)(void) = (uint64_t (*)(void))dlsym(RTLD_DEFAULT, "aclpoolSimCollect");

	return f();
}

static uint64_t heap(void)
{
#if defined __GLIBC__ && __GLIBC_PREREQ(2, 33)
	const struct mallinfo2 m = mallinfo2();
#else
	const struct mallinfo m = mallinfo();
#endif

	return (uint64_t)m.uordblks + (uint64_t)m.hblkhd;
}
*/
import "C"

// Collect runs the garbage collector of the simulated device as a C library. It returns how
// often that collector has run.
func Collect() uint64 { return uint64(C.collect()) }

// Heap returns the number of bytes that C has allocated and not freed. It counts only the
// main arena, so the process must run with MALLOC_ARENA_MAX=1.
func Heap() uint64 { return uint64(C.heap()) }
