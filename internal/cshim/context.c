//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* The call makes the new context current; the previous one is restored. */
aclpool_result aclpool_create_context(int32_t id)
{
	aclrtContext created = NULL;
	ON_THREAD(aclrtCreateContext, (&created, id), (uintptr_t)created);
}

/*
 * The context is not made current. If it was current on the thread, the thread has no
 * context afterwards; otherwise the thread keeps its context.
 */
aclpool_result aclpool_destroy_context(uintptr_t ac)
{
	ON_THREAD_BUT(aclrtDestroyContext, ((aclrtContext)ac), 0, found_ == (aclrtContext)ac);
}

aclpool_result aclpool_current_default_stream(uintptr_t ac)
{
	aclrtStream stream = NULL;
	IN_CONTEXT(ac, aclrtCtxGetCurrentDefaultStream, (&stream), (uintptr_t)stream);
}

aclpool_result aclpool_device_of(uintptr_t ac)
{
	int32_t id = 0;
	IN_CONTEXT(ac, aclrtGetDevice, (&id), (uint32_t)id);
}

/*
 * Foreign code runs between the next two, on one thread. The result is the context found,
 * which aclpool_leave_context makes current again.
 */
aclpool_result aclpool_enter_context(uintptr_t ac)
{
	const aclrtContext ours = (aclrtContext)ac;
	aclrtContext found;
	const int32_t code = aclpool_bind(ours, &found);

	if (code != 0)
		return aclpool_bind_failed(ours, found, code);
	return (aclpool_result){(uint64_t)(uintptr_t)found, 0};
}

void aclpool_leave_context(uintptr_t found)
{
	aclpool_unread = 1; /* the foreign code may have left a text */
	if ((aclrtContext)found != aclpool_current())
		aclpool_restore((aclrtContext)found);
}
