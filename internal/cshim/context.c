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
