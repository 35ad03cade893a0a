/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How a function of the ABI is written: the pointers that C itself follows are required,
 * one function of Go does the work, and its answer goes where the caller wants it.
 */
#ifndef ACLPOOL_CALL_H
#define ACLPOOL_CALL_H

#include "abi.h"
#include "thread.h"

#include "_cgo_export.h"

/* REQUIRE ends a function whose argument is NULL. */
#define REQUIRE(argument)                                 \
	do {                                              \
		if ((argument) == NULL)                   \
			return sim_null(__func__, #argument); \
	} while (0)

/* ANSWER ends a function with the outcome of a call; *out gets the value of a good one. */
#define ANSWER(out, call)                                           \
	do {                                                        \
		__auto_type answer_ = (call);                       \
		if (answer_.r1 == 0)                                \
			*(out) = (__typeof__(*(out)))answer_.r0;    \
		return answer_.r1;                                  \
	} while (0)

#define HANDLE(h) ((uintptr_t)(h))

#endif
