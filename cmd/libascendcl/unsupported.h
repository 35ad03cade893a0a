/* SPDX-License-Identifier: Apache-2.0 */

/* Functions that the library exports but does not simulate. */
#ifndef ACLPOOL_UNSUPPORTED_H
#define ACLPOOL_UNSUPPORTED_H

#include "abi.h"
#include "thread.h"

#define UNSUPPORTED_AS(result, value, name, parameters) \
	result name parameters                          \
	{                                               \
		static int said;                        \
                                                        \
		sim_unsupported(#name, &said);          \
		return value;                           \
	}

#define UNSUPPORTED(name, parameters) UNSUPPORTED_AS(aclError, ACL_ERROR_FEATURE_UNSUPPORTED, name, parameters)
#define UNSUPPORTED_NULL(result, name, parameters) UNSUPPORTED_AS(result, 0, name, parameters)

#endif
