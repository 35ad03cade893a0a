/* SPDX-License-Identifier: Apache-2.0 */

/* The machine is configured by C's environment when it is created, not at process start. */

#include "check.h"

static uint64_t total(void)
{
	size_t free, total;

	OK(aclrtSetDevice(0));
	OK(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total));
	return total;
}

int main(void)
{
	const aclrtMemPoolProps props = {.location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE}};
	const char *name, *other;
	aclrtMemPool pool;
	uint32_t count;

	EQUAL(0, setenv("ACLPOOL_SIM_MEMORY", "1073741824", 1));
	OK(aclInit(NULL));
	EQUAL(1 << 30, total());
	name = aclrtGetSocName();
	CHECK(strcmp(name, "Ascend910B3") == 0);

	EQUAL(0, setenv("ACLPOOL_SIM_PRODUCT", "A3", 1));
	EQUAL(0, setenv("ACLPOOL_SIM_DEVICES", "5", 1));
	EQUAL(1 << 30, total()); /* still the same machine */
	OK(aclpoolSimReset());
	OK(aclrtGetDeviceCount(&count));
	EQUAL(5, count);
	OK(aclrtSetDevice(4));
	EQUAL(207000, aclrtMemPoolCreate(&pool, &props)); /* a product without pools */
	other = aclrtGetSocName();
	CHECK(strcmp(other, "Ascend910_9392") == 0);
	CHECK(strcmp(name, "Ascend910B3") == 0); /* stays valid until the process exits */
	CHECK(aclrtGetSocName() == other);

	EQUAL(0, setenv("ACLPOOL_SIM_PRODUCT", "A1", 1));
	OK(aclpoolSimReset());
	EQUAL(500000, aclInit(NULL)); /* as on a machine whose driver shows no device */
	CHECK(aclrtGetSocName() == NULL);
	EQUAL(0, unsetenv("ACLPOOL_SIM_PRODUCT"));
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	unread();
	return 0;
}
