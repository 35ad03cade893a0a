//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclError aclrtCreateNotify(aclrtNotify *notify, uint64_t flag)
{
	REQUIRE_RT(notify);
	RETURN_INTO(notify, simCreateNotify(sim_context(), flag));
}

aclError aclrtDestroyNotify(aclrtNotify notify)
{
	REQUIRE_RT(notify);
	return simDestroyNotify(HANDLE(notify));
}

aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream)
{
	REQUIRE_RT(notify);
	return simRecordNotify(sim_context(), HANDLE(notify), HANDLE(stream));
}

aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream, uint32_t timeout)
{
	REQUIRE_RT(notify);
	return simWaitAndResetNotify(sim_context(), HANDLE(notify), HANDLE(stream), timeout);
}

aclError aclrtNotifyBatchReset(aclrtNotify *notifies, size_t num)
{
	REQUIRE_RT(notifies);
	return simNotifyBatchReset((void *)notifies, num);
}

aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t *notifyId)
{
	REQUIRE_RT(notify);
	REQUIRE_RT(notifyId);
	RETURN_INTO(notifyId, simNotifyID(HANDLE(notify)));
}

/* Counting notifies. */

aclError aclrtCntNotifyCreate(aclrtCntNotify *cntNotify, uint64_t flag)
{
	REQUIRE_RT(cntNotify);
	RETURN_INTO(cntNotify, simCreateCountNotify(sim_context(), flag));
}

aclError aclrtCntNotifyDestroy(aclrtCntNotify cntNotify)
{
	REQUIRE_RT(cntNotify);
	return simDestroyCountNotify(HANDLE(cntNotify));
}

aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream, aclrtCntNotifyRecordInfo *info)
{
	REQUIRE_RT(cntNotify);
	REQUIRE_RT(info);
	return simRecordCountNotify(sim_context(), HANDLE(cntNotify), HANDLE(stream), (int32_t)info->mode, info->value);
}

aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream)
{
	REQUIRE_RT(cntNotify);
	return simResetCountNotify(sim_context(), HANDLE(cntNotify), HANDLE(stream));
}

aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify, aclrtStream stream, aclrtCntNotifyWaitInfo *info)
{
	REQUIRE_RT(cntNotify);
	REQUIRE_RT(info);
	return simWaitCountNotify(sim_context(), HANDLE(cntNotify), HANDLE(stream), (int32_t)info->mode, info->value,
		info->timeout, info->isClear);
}

aclError aclrtCntNotifyGetId(aclrtCntNotify cntNotify, uint32_t *notifyId)
{
	REQUIRE_RT(cntNotify);
	REQUIRE_RT(notifyId);
	RETURN_INTO(notifyId, simCountNotifyID(HANDLE(cntNotify)));
}

/* Words of device memory. */

aclError aclrtValueWrite(void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream)
{
	REQUIRE_RT(devAddr);
	return simValueWrite(sim_context(), (uintptr_t)devAddr, value, flag, HANDLE(stream));
}

aclError aclrtValueWait(void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream)
{
	REQUIRE_RT(devAddr);
	return simValueWait(sim_context(), (uintptr_t)devAddr, value, flag, HANDLE(stream));
}
