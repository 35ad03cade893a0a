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
#include "entries.h" /* last: it defines macros with the names of functions */

/* REQUIRE returns from the function with an error if the argument is NULL. */
#define REQUIRE(argument)                                 \
	do {                                              \
		if ((argument) == NULL)                   \
			return sim_null(__func__, #argument); \
	} while (0)

/* REQUIRE_RT is REQUIRE for what the runtime checks, below the acl layer. */
#define REQUIRE_RT(argument)                                 \
	do {                                                 \
		if ((argument) == NULL)                      \
			return sim_null_rt(__func__, #argument); \
	} while (0)

/* REQUIRE_TIMEOUT requires a limit in ms of -1, which is none, or more. The runtime refuses 0. */
#define REQUIRE_TIMEOUT(ms)                                                                               \
	do {                                                                                              \
		if ((ms) < -1)                                                                            \
			return sim_refuse_above(ACL_ERROR_RT_PARAM_INVALID, __func__, "timeout is below -1 ms"); \
	} while (0)

/* RETURN_INTO returns the code of a call and, if it succeeded, stores its value in *out. */
#define RETURN_INTO(out, call)                                      \
	do {                                                        \
		__auto_type result_ = (call);                       \
		if (result_.r1 == 0)                                \
			*(out) = (__typeof__(*(out)))result_.r0;    \
		return result_.r1;                                  \
	} while (0)

#define HANDLE(h) ((uintptr_t)(h))

/*
 * REQUIRE_MEMORY is REQUIRE for memory that Go copies or fills. In the first page there is
 * none: the access is made here, where it is a fault of the program. Go's runtime takes such
 * a pointer for damage of its own.
 */
#define REQUIRE_MEMORY(argument)                                    \
	do {                                                        \
		REQUIRE(argument);                                  \
		if (HANDLE(argument) < 4096)                        \
			(void)*(const volatile char *)(argument);   \
	} while (0)

#endif
