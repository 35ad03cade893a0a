//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshimtest

/*
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

static void nothing(void) {}

static uintptr_t current(void)
{
	int (*get)(void **) = (int (*)(void **))dlsym(RTLD_DEFAULT, "aclrtGetCurrentContext");
	void *context = NULL;

	return get(&context) == 0 ? (uintptr_t)context : 0;
}

static int set_current(uintptr_t context)
{
	int (*set)(void *) = (int (*)(void *))dlsym(RTLD_DEFAULT, "aclrtSetCurrentContext");

	return set((void *)context);
}

static int64_t *variable(const char *name)
{
	return dlsym(RTLD_DEFAULT, name);
}

static int64_t load(int64_t *v) { return __atomic_load_n(v, __ATOMIC_SEQ_CST); }
static void store(int64_t *v, int64_t n) { __atomic_store_n(v, n, __ATOMIC_SEQ_CST); }

static int on_stack(int number)
{
	struct sigaction action;

	return sigaction(number, NULL, &action) == 0 && (action.sa_flags & SA_ONSTACK) != 0;
}

static int open_library(const char *path) { return dlopen(path, RTLD_NOW | RTLD_GLOBAL) != NULL; }
*/
import "C"

import "unsafe"

// Empty makes an empty call into C.
func Empty() { C.nothing() }

// Current returns the current ACL context of the calling thread, or 0.
func Current() uintptr { return uintptr(C.current()) }

// SetCurrent sets the current ACL context of the calling thread, as code other than aclpool
// might do. It returns ACL's code.
func SetCurrent(context uintptr) int { return int(C.set_current(C.uintptr_t(context))) }

// Variable returns the value of an int64_t variable of the loaded library.
func Variable(name string) int64 {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	return int64(C.load(C.variable(c)))
}

// SetVariable sets an int64_t variable of the loaded library.
func SetVariable(name string, n int64) {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	C.store(C.variable(c), C.int64_t(n))
}

// OnStack reports whether the handler of the signal has SA_ONSTACK.
func OnStack(signal int) bool { return C.on_stack(C.int(signal)) != 0 }

// OpenLibrary loads a library into the process, as code other than aclpool might do. It
// reports whether the library was loaded.
func OpenLibrary(path string) bool {
	c := C.CString(path)
	defer C.free(unsafe.Pointer(c))
	return C.open_library(c) != 0
}
