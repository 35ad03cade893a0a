/* SPDX-License-Identifier: Apache-2.0 */

#ifndef ACL_ACL_BASE_RT_H
#define ACL_ACL_BASE_RT_H

#include <stddef.h>
#include <stdint.h>

typedef int aclError;
typedef void *aclrtContext;
typedef void *aclrtStream;
typedef void *aclrtEvent;

static const int ACL_ERROR_NONE = 0;
static const int ACL_ERROR_INVALID_PARAM = 100000;

const char* aclGetRecentErrMsg(void);

#endif
