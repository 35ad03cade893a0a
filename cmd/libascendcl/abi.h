/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The ABI: what package internal/cshim declares of it, so that both sides are held by the
 * one check against the vendor's headers, and what it does not call.
 */
#ifndef ACLPOOL_SIM_ABI_H
#define ACLPOOL_SIM_ABI_H

#include "../../internal/cshim/table.h"

typedef enum aclrtLastErrLevel { ACL_RT_THREAD_LEVEL = 0 } aclrtLastErrLevel;

enum {
	ACL_ERROR_INVALID_PARAM = 100000,
	ACL_ERROR_RT_PARAM_INVALID = 107000,
	ACL_ERROR_RT_CONTEXT_NULL = 107002,
	ACL_ERROR_FEATURE_UNSUPPORTED = 200006
};

#pragma GCC visibility push(default)

#define ACLPOOL_EXPORTED(name, result, parameters) result name parameters;
ACLPOOL_SYMBOLS(ACLPOOL_EXPORTED)
#undef ACLPOOL_EXPORTED

aclError aclrtGetDevice(int32_t *deviceId);
aclError aclrtPeekAtLastError(aclrtLastErrLevel level);
aclError aclrtGetLastError(aclrtLastErrLevel level);

#pragma GCC visibility pop

#endif
