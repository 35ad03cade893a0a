//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* The call binds what it makes; the thread gets back what it had. */
aclpool_result aclpool_create_context(int32_t id)
{
	aclrtContext made = NULL;
	ON_THREAD(aclrtCreateContext, (&made, id), (uintptr_t)made);
}

/*
 * Not bound for its own destruction. A thread on which the context was current has none
 * afterwards; another one keeps what it has.
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
