/* SPDX-License-Identifier: Apache-2.0 */

/* The state of a task that has failed, which is valid during the call of a callback. */
#ifndef ACLPOOL_EXCEPTION_H
#define ACLPOOL_EXCEPTION_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct aclrtExceptionInfo {
	uint32_t task, stream, thread, device, code;
	uint64_t args, args_size;
	uintptr_t function;
};

typedef void (*sim_exception_function)(struct aclrtExceptionInfo *, void *);

/* sim_call_exception calls the function of a binary. */
void sim_call_exception(sim_exception_function fn, struct aclrtExceptionInfo info, uintptr_t argument);

/* sim_exception calls the functions that the program has registered. */
void sim_exception(struct aclrtExceptionInfo info);

#pragma GCC visibility pop

#endif
