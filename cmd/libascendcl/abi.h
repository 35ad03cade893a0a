/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The ABI. Functions are declared twice, from functions.tsv and from the list of package
 * internal/cshim, so that the compiler checks that the prototypes agree.
 */
#ifndef ACLPOOL_SIM_ABI_H
#define ACLPOOL_SIM_ABI_H

#include "../../internal/cshim/table.h"

#include "functions.h"

enum {
	ACL_ERROR_INVALID_PARAM = 100000,
	ACL_ERROR_REPEAT_INITIALIZE = 100002,
	ACL_ERROR_INVALID_FILE = 100003,
	ACL_ERROR_PARSE_FILE = 100006,
	ACL_ERROR_REPEAT_FINALIZE = 100037,
	ACL_ERROR_RT_PARAM_INVALID = 107000,
	ACL_ERROR_RT_CONTEXT_NULL = 107002,
	ACL_ERROR_RT_STREAM_CONTEXT = 107003,
	ACL_ERROR_RT_INVALID_HANDLE = 107017,
	ACL_ERROR_RT_SYSPARAMOPT_NOT_SET = 107021,
	ACL_ERROR_RT_TASK_ABORT_STOP = 107035,
	ACL_ERROR_FEATURE_UNSUPPORTED = 200006,
	ACL_ERROR_RT_FEATURE_NOT_SUPPORT = 207000,
	ACL_ERROR_RT_MEMORY_ALLOCATION = 207001,
	ACL_ERROR_RT_CONTEXT_RELEASE_ERROR = 507007
};

#pragma GCC visibility push(default)

#define ACLPOOL_EXPORTED(name, result, parameters) result name parameters;
ACLPOOL_SYMBOLS(ACLPOOL_EXPORTED)
#undef ACLPOOL_EXPORTED

#pragma GCC visibility pop

#endif
