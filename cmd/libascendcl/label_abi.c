//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclError aclrtCreateLabel(aclrtLabel *label)
{
	REQUIRE_RT(label);
	RETURN_INTO(label, simCreateLabel(sim_context()));
}

aclError aclrtDestroyLabel(aclrtLabel label)
{
	REQUIRE_RT(label);
	return simDestroyLabel(sim_context(), HANDLE(label));
}

aclError aclrtSetLabel(aclrtLabel label, aclrtStream stream)
{
	REQUIRE_RT(label);
	return simSetLabel(sim_context(), HANDLE(label), HANDLE(stream));
}

aclError aclrtCreateLabelList(aclrtLabel *labels, size_t num, aclrtLabelList *labelList)
{
	REQUIRE_RT(labels);
	REQUIRE_RT(labelList);
	RETURN_INTO(labelList, simCreateLabelList(sim_context(), (void *)labels, num));
}

aclError aclrtDestroyLabelList(aclrtLabelList labelList)
{
	REQUIRE_RT(labelList);
	return simDestroyLabelList(HANDLE(labelList));
}

aclError aclrtSwitchStream(void *leftValue, aclrtCondition cond, void *rightValue, aclrtCompareDataType dataType,
	aclrtStream trueStream, aclrtStream falseStream, aclrtStream stream)
{
	return simSwitchStream(sim_context(), (uintptr_t)leftValue, (uintptr_t)rightValue, (int32_t)cond, (int32_t)dataType,
		HANDLE(trueStream), HANDLE(falseStream), HANDLE(stream));
}
