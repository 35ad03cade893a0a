/* SPDX-License-Identifier: Apache-2.0 */

/* The devices that a process sees, and a library that has more functions than it simulates. */

#include "check.h"

static void machine_with(const char *list)
{
	EQUAL(0, list == NULL ? unsetenv("ASCEND_RT_VISIBLE_DEVICES") : setenv("ASCEND_RT_VISIBLE_DEVICES", list, 1));
	OK(aclpoolSimReset());
}

/* A process numbers the devices that it sees from 0. */
static void renumbered(void)
{
	uint32_t count = 0;
	int32_t number = -1;

	machine_with("1,3");
	OK(aclrtGetDeviceCount(&count));
	EQUAL(2, count);
	OK(aclrtSetDevice(1));
	OK(aclrtGetDevice(&number));
	EQUAL(1, number);
	EQUAL(107001, aclrtSetDevice(2));
	OK(aclrtGetPhyDevIdByUserDevId(1, &number));
	EQUAL(3, number);
	OK(aclrtGetUserDevIdByPhyDevId(1, &number));
	EQUAL(0, number);
	OK(aclrtGetLogicDevIdByUserDevId(0, &number));
	EQUAL(1, number);
	OK(aclrtGetUserDevIdByLogicDevId(3, &number));
	EQUAL(1, number);
	EQUAL(107001, aclrtGetUserDevIdByPhyDevId(2, &number)); /* hidden */
	OK(aclrtGetPhyDevIdByLogicDevId(2, &number));
	EQUAL(2, number);
	EQUAL(107001, aclrtGetLogicDevIdByPhyDevId(4, &number));
	unread();
}

static void hidden(const char *list)
{
	uint32_t count = 7;

	machine_with(list);
	EQUAL(207004, aclrtGetDeviceCount(&count));
	EQUAL(7, count);
	EQUAL(107001, aclrtSetDevice(0));
}

int main(void)
{
	const aclrtMemPoolProps props = {.location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE}};
	aclrtMemPool pool;
	aclrtStream stream;
	uint32_t count;
	void *p = (void *)1;

	EQUAL(0, setenv("ACLPOOL_SIM_DEVICES", "4", 1));
	renumbered();
	hidden("");
	hidden("4");
	hidden("x");
	hidden(",1");
	hidden("1,0");
	hidden("1,1");
	machine_with("2,x,3");
	OK(aclrtGetDeviceCount(&count));
	EQUAL(1, count);
	machine_with(NULL);
	OK(aclrtGetDeviceCount(&count));
	EQUAL(4, count);

	/* With the behaviour of CANN 9.0, the functions that it lacks are not supported. */
	EQUAL(0, setenv("ACLPOOL_SIM_BEHAVIOUR", "cann90", 1));
	OK(aclpoolSimReset());
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&stream));
	OK(aclrtMemPoolCreate(&pool, &props));
	EQUAL(207000, aclrtMemPoolMallocAsync(&p, 1, pool, stream));
	EQUAL(207000, aclrtMemPoolTrimTo(pool, 0));
	EQUAL(207000, aclrtMemPoolFreeAsync(p, stream));
	CHECK(p == (void *)1);
	CHECK(aclGetRecentErrMsg() == NULL); /* that code leaves none */
	return 0;
}
