/* SPDX-License-Identifier: Apache-2.0 */

/* An ACL library with only the functions without which none is one. */
#include "library.h"

aclError aclInit(const char *configPath)
{
	(void)configPath;
	return 100002; /* somebody else was first */
}

aclError aclrtGetDeviceCount(uint32_t *count)
{
	*count = 3;
	return 0;
}

aclError aclrtGetCurrentContext(aclrtContext *context)
{
	(void)context;
	return ACLPOOL_NO_CONTEXT;
}

aclError aclrtSetCurrentContext(aclrtContext context)
{
	return context == NULL ? 100000 : 0;
}
