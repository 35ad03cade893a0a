//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclError aclrtCreateContext(aclrtContext *context, int32_t deviceId)
{
	REQUIRE(context);
	const struct simCreateContext_return r = simCreateContext(deviceId);
	if (r.r1 == 0) {
		*context = (aclrtContext)r.r0;
		sim_bind(r.r0);
	}
	return r.r1;
}

/* Other threads on which the context is current keep it; their next call fails. */
aclError aclrtDestroyContext(aclrtContext context)
{
	REQUIRE(context);
	const aclError code = simDestroyContext(HANDLE(context));
	if (code == 0 && sim_current() == HANDLE(context))
		sim_bind(0);
	return code;
}

aclError aclrtSetCurrentContext(aclrtContext context)
{
	REQUIRE(context);
	if (!simContextLives(HANDLE(context)))
		return sim_fail(ACL_ERROR_RT_PARAM_INVALID, "EE1017: aclrtSetCurrentContext: the context does not exist");
	sim_bind(HANDLE(context));
	return 0;
}

/* A thread without a context gets an error code, but no message and no last error. */
aclError aclrtGetCurrentContext(aclrtContext *context)
{
	REQUIRE(context);
	const uintptr_t current = sim_current();
	if (current == 0 || !simContextLives(current))
		return ACL_ERROR_RT_CONTEXT_NULL;
	*context = (aclrtContext)current;
	return 0;
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *stream)
{
	REQUIRE(stream);
	RETURN_INTO(stream, simCtxGetCurrentDefaultStream(sim_context()));
}
