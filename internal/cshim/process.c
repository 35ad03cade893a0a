//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "call.h"

aclpool_result aclpool_init(const char *config)
{
	ON_THREAD(aclInit, (config), 0);
}

aclpool_result aclpool_finalize(void)
{
	ON_THREAD(aclFinalize, (), 0);
}

aclpool_result aclpool_finalize_reference(void)
{
	uint64_t left = 0;
	ON_THREAD(aclFinalizeReference, (&left), left);
}

static aclpool_result get_version(aclpool_version *v)
{
	ON_THREAD(aclrtGetVersion, (&v->major, &v->minor, &v->patch), 0);
}

aclpool_version aclpool_get_version(void)
{
	aclpool_version v = {0};
	v.result = get_version(&v);
	return v;
}

/* The call is not told the size of its buffer. The result is a text that Go frees. */
aclpool_result aclpool_version_string(char *package)
{
	char version[4 * ACL_PKG_VERSION_MAX_SIZE] = "";
	ON_THREAD(aclsysGetVersionStr, (package, version), (uintptr_t)strndup(version, sizeof version - 1));
}

const char *aclpool_soc_name(void)
{
	return aclpool_fn.aclrtGetSocName == NULL ? NULL : aclpool_fn.aclrtGetSocName();
}

void aclpool_free_text(uint64_t word)
{
	free((void *)(uintptr_t)word);
}
