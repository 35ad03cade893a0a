//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* Replacements for functions that the library does not have. */
static aclError no_malloc_async(void **ptr, size_t size, aclrtMemPool pool, aclrtStream stream)
{
	(void)ptr, (void)size, (void)pool, (void)stream;
	return ACLPOOL_NO_SYMBOL;
}

static aclError no_free_async(void *ptr, aclrtStream stream)
{
	(void)ptr, (void)stream;
	return ACLPOOL_NO_SYMBOL;
}

/* failed returns the result of an operation that has just failed. */
static aclpool_result failed(const aclpool_op *op)
{
	if (op->code == ACLPOOL_NO_SYMBOL)
		return aclpool_missing(op->kind == ACLPOOL_OP_MALLOC ? "aclrtMemPoolMallocAsync" : "aclrtMemPoolFreeAsync");
	return aclpool_call_failed(op->code);
}

/* not_done sets the code of the operations from op on, which are not performed. */
static void not_done(aclpool_op *op, const aclpool_op *end, int32_t code)
{
	for (; op < end; op++)
		op->code = code;
}

/* Both pointers are read once: for the compiler, any call might change the table. */
aclpool_result aclpool_pool_batch(uintptr_t ac, uintptr_t pool, aclpool_op *ops, uint64_t n)
{
	const __typeof__(aclpool_fn.aclrtMemPoolMallocAsync) malloc_async =
		aclpool_fn.aclrtMemPoolMallocAsync != NULL ? aclpool_fn.aclrtMemPoolMallocAsync : no_malloc_async;
	const __typeof__(aclpool_fn.aclrtMemPoolFreeAsync) free_async =
		aclpool_fn.aclrtMemPoolFreeAsync != NULL ? aclpool_fn.aclrtMemPoolFreeAsync : no_free_async;
	const aclrtContext ours = (aclrtContext)ac;
	aclrtContext found;
	aclpool_result first = {0}, result;

	first.code = aclpool_bind(ours, &found);
	if (first.code != 0) {
		not_done(ops, ops + n, (int32_t)first.code);
		return aclpool_bind_failed(ours, found, (int32_t)first.code);
	}
	for (uint64_t i = 0; i < n; i++) {
		aclpool_op *const op = &ops[i];
		const aclrtStream stream = (aclrtStream)op->stream;

		if (op->kind == ACLPOOL_OP_MALLOC) {
			void *ptr = NULL; /* for size 0 the vendor reports success without writing it */

			op->code = malloc_async(&ptr, op->arg, (aclrtMemPool)pool, stream);
			op->addr = (uintptr_t)ptr;
		} else {
			uint64_t addr = op->arg;

			if (op->kind == ACLPOOL_OP_FREE_OF)
				addr = addr < i ? ops[addr].addr : 0;
			op->code = free_async((void *)(uintptr_t)addr, stream);
		}
		if (__builtin_expect(op->code == 0, 1))
			continue;
		result = failed(op); /* reads the message of every failure, or a later call would get it */
		if (first.code == 0)
			first = result;
		else
			aclpool_free_text(result.word);
		if (op->kind == ACLPOOL_OP_MALLOC) {
			op->addr = 0;
			not_done(op, ops + n, op->code);
			break;
		}
	}
	if (found != ours)
		aclpool_restore(found);
	return first;
}
