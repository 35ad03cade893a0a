//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value)
{
	return simSetSysParam((int32_t)opt, value);
}

aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t *value)
{
	REQUIRE(value);
	RETURN_INTO(value, simSysParam((int32_t)opt));
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value)
{
	return simCtxSetSysParam(sim_context(), (int32_t)opt, value);
}

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t *value)
{
	REQUIRE(value);
	RETURN_INTO(value, simCtxSysParam(sim_context(), (int32_t)opt));
}
