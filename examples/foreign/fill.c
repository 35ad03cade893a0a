//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

#include "fill.h"

/* Found at run time, so that neither a header nor the library is needed to build. */
typedef int (*memset_async)(void *ptr, size_t max, int32_t value, size_t count, void *stream);

int foreign_fill(char *library, uintptr_t stream, uint64_t ptr, int32_t value, uint64_t size)
{
	void *acl = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
	memset_async call;
	int code = FOREIGN_NO_LIBRARY;

	free(library);
	if (acl == NULL)
		return code;
	call = (memset_async)dlsym(acl, "aclrtMemsetAsync");
	if (call != NULL)
		code = call((void *)(uintptr_t)ptr, size, value, size, (void *)stream);
	dlclose(acl);
	return code;
}
