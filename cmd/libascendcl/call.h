/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Macros for the functions of the ABI. Such a function requires the pointers that it
 * dereferences, calls one function in Go, and stores the result for the caller.
 */
#ifndef ACLPOOL_CALL_H
#define ACLPOOL_CALL_H

#include "abi.h"
#include "thread.h"

#include "_cgo_export.h"

/* REQUIRE returns from the function with an error if the argument is NULL. */
#define REQUIRE(argument)                                 \
	do {                                              \
		if ((argument) == NULL)                   \
			return sim_null(__func__, #argument); \
	} while (0)

/* ANSWER returns the code of a call and, if it succeeded, stores its value in *out. */
#define ANSWER(out, call)                                           \
	do {                                                        \
		__auto_type answer_ = (call);                       \
		if (answer_.r1 == 0)                                \
			*(out) = (__typeof__(*(out)))answer_.r0;    \
		return answer_.r1;                                  \
	} while (0)

#define HANDLE(h) ((uintptr_t)(h))

#endif
