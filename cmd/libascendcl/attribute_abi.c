//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t *value)
{
	REQUIRE(value);
	RETURN_INTO(value, simDeviceAttribute(deviceId, (int32_t)attr));
}

aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t *value)
{
	REQUIRE(value);
	RETURN_INTO(value, simDeviceCapability(deviceId, (int32_t)deviceInfo));
}

aclError aclsysGetVersionNum(char *pkgName, int32_t *versionNum)
{
	REQUIRE(pkgName);
	REQUIRE(versionNum);
	RETURN_INTO(versionNum, simVersionNumber(pkgName));
}

aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t *value)
{
	REQUIRE(value);
	RETURN_INTO(value, simCannAttribute((int32_t)cannAttr));
}

/* The attributes whose values can be asked for. */
aclError aclGetCannAttributeList(const aclCannAttr **cannAttrList, size_t *num)
{
	static const aclCannAttr all[] = {ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16, ACL_CANN_ATTR_JIT_COMPILE};

	REQUIRE(cannAttrList);
	REQUIRE(num);
	*cannAttrList = all;
	*num = sizeof all / sizeof all[0];
	return 0;
}

/* Types of less than a byte count as one. */
size_t aclDataTypeSize(aclDataType dataType)
{
	enum { COMPLEX64 = 16, COMPLEX128 = 17, INT4 = 29, UINT1 = 30, COMPLEX32 = 33 };

	switch ((int)dataType) {
	case ACL_INT8:
	case ACL_UINT8:
	case ACL_BOOL:
	case INT4:
	case UINT1:
		return 1;
	case ACL_FLOAT16:
	case ACL_BF16:
	case ACL_INT16:
	case ACL_UINT16:
		return 2;
	case ACL_FLOAT:
	case ACL_INT32:
	case ACL_UINT32:
	case COMPLEX32:
		return 4;
	case ACL_INT64:
	case ACL_UINT64:
	case ACL_DOUBLE:
	case COMPLEX64:
		return 8;
	case COMPLEX128:
		return 16;
	}
	return 0;
}

float aclFloat16ToFloat(aclFloat16 value)
{
	return simFloat16ToFloat(value);
}

aclFloat16 aclFloatToFloat16(float value)
{
	return simFloatToFloat16(value);
}

aclError aclrtPointerGetAttributes(const void *ptr, aclrtPtrAttributes *attributes)
{
	REQUIRE(ptr);
	REQUIRE(attributes);
	const struct simPointerAttributes_return r = simPointerAttributes((uintptr_t)ptr);
	if (r.r3 == 0)
		*attributes = (aclrtPtrAttributes){
			.location = {.id = (uint32_t)r.r1, .type = (aclrtMemLocationType)r.r0},
			.pageSize = r.r2,
		};
	return r.r3;
}
