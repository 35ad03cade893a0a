//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* Values have 32 bits, except the failure mode. */

aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value)
{
	REQUIRE(value);
	return simSetStreamAttribute(sim_context(), HANDLE(stream), (int32_t)stmAttrType,
		stmAttrType == ACL_STREAM_ATTR_FAILURE_MODE ? value->failureMode : value->reserve[0]);
}

aclError aclrtGetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value)
{
	REQUIRE(value);
	if (stmAttrType == ACL_STREAM_ATTR_FAILURE_MODE)
		RETURN_INTO(&value->failureMode, simStreamAttribute(sim_context(), HANDLE(stream), (int32_t)stmAttrType));
	RETURN_INTO(&value->reserve[0], simStreamAttribute(sim_context(), HANDLE(stream), (int32_t)stmAttrType));
}

aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t *flags)
{
	REQUIRE(flags);
	RETURN_INTO(flags, simStreamFlags(sim_context(), HANDLE(stream)));
}

aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t *priority)
{
	REQUIRE(priority);
	RETURN_INTO(priority, simStreamPriority(sim_context(), HANDLE(stream)));
}

aclError aclrtGetStreamAvailableNum(uint32_t *streamCount)
{
	REQUIRE(streamCount);
	RETURN_INTO(streamCount, simStreamsLeft(sim_context()));
}
