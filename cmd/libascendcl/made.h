/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Objects that a program creates and destroys, and whose contents only C uses. They are in a list,
 * so that a handle that is none, or of an object that is destroyed, is refused.
 */
#ifndef ACLPOOL_MADE_H
#define ACLPOOL_MADE_H

#include <stddef.h>

enum sim_kind { SIM_BINARY, SIM_ALLOCATOR, SIM_STREAM_CONFIG };

/* sim_make returns an object of size zero bytes, or NULL if no memory is left. */
void *sim_make(enum sim_kind kind, size_t size);

/* sim_unmake destroys an object. It returns 0 if there is none of the kind. */
int sim_unmake(enum sim_kind kind, const void *object);

/* sim_is_made returns whether there is an object of the kind. */
int sim_is_made(enum sim_kind kind, const void *object);

/* REQUIRE_MADE returns from the function with an error if the argument is no such object. */
#define REQUIRE_MADE(kind, argument)                                                              \
	do {                                                                                      \
		REQUIRE(argument);                                                                \
		if (!sim_is_made(kind, argument))                                                 \
			return sim_refuse(ACL_ERROR_RT_INVALID_HANDLE, "EE1017", __func__,        \
				#argument " is no such object, or no longer");                    \
	} while (0)

/* UNMAKE returns from the function: with an error if the argument is no such object. */
#define UNMAKE(kind, argument)                                                                    \
	do {                                                                                      \
		REQUIRE(argument);                                                                \
		if (!sim_unmake(kind, argument))                                                  \
			return sim_refuse(ACL_ERROR_RT_INVALID_HANDLE, "EE1017", __func__,        \
				#argument " is no such object, or no longer");                    \
		return 0;                                                                         \
	} while (0)

#endif
