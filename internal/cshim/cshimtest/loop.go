//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshimtest

/*
#define _GNU_SOURCE
#include <dlfcn.h>

#include "../shim.h"

typedef int (*malloc_async)(void **ptr, size_t size, void *pool, void *stream);
typedef int (*free_async)(void *ptr, void *stream);

// loop is the loop of a batch, as a C program would write it over the same records. It sets
// no context, and only counts failures.
static uint64_t loop(aclpool_op *ops, uint64_t n, uintptr_t pool, uint64_t rounds)
{
	const malloc_async allocate = (malloc_async)dlsym(RTLD_DEFAULT, "aclrtMemPoolMallocAsync");
	const free_async release = (free_async)dlsym(RTLD_DEFAULT, "aclrtMemPoolFreeAsync");
	uint64_t failures = 0;

	while (rounds-- > 0) {
		for (uint64_t i = 0; i < n; i++) {
			aclpool_op *const op = &ops[i];

			if (op->kind == ACLPOOL_OP_MALLOC) {
				void *ptr = NULL;

				op->code = allocate(&ptr, op->arg, (void *)pool, (void *)op->stream);
				op->addr = (uintptr_t)ptr;
			} else {
				uint64_t addr = op->arg;

				if (op->kind == ACLPOOL_OP_FREE_OF)
					addr = addr < i ? ops[addr].addr : 0;
				op->code = release((void *)(uintptr_t)addr, (void *)op->stream);
			}
			if (op->code != 0)
				failures++;
		}
	}
	return failures;
}
*/
import "C"

import (
	"unsafe"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Loop performs the operations of a batch rounds times in a single call into C. It returns
// the number of operations that failed.
func Loop(ops []driver.BatchOp, p driver.Pool, rounds int) uint64 {
	return uint64(C.loop((*C.aclpool_op)(unsafe.Pointer(unsafe.SliceData(ops))), C.uint64_t(len(ops)),
		C.uintptr_t(p), C.uint64_t(rounds)))
}
