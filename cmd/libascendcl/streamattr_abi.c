//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* All attributes but the failure mode have 32 bits. */

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
		ANSWER(&value->failureMode, simStreamAttribute(sim_context(), HANDLE(stream), (int32_t)stmAttrType));
	ANSWER(&value->reserve[0], simStreamAttribute(sim_context(), HANDLE(stream), (int32_t)stmAttrType));
}

aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t *flags)
{
	REQUIRE(flags);
	ANSWER(flags, simStreamFlags(sim_context(), HANDLE(stream)));
}

aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t *priority)
{
	REQUIRE(priority);
	ANSWER(priority, simStreamPriority(sim_context(), HANDLE(stream)));
}

aclError aclrtGetStreamAvailableNum(uint32_t *streamCount)
{
	REQUIRE(streamCount);
	ANSWER(streamCount, simStreamsLeft(sim_context()));
}
