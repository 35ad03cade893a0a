/* SPDX-License-Identifier: Apache-2.0 */

/* Functions that aclInit and aclFinalize call, versions of packages, and chips with the same instructions. */

#include <unistd.h>

#include "check.h"

/* What is called writes a letter. */
static char called[32];
static aclError outcome;

static void note(char letter)
{
	const size_t n = strlen(called);

	CHECK(n + 1 < sizeof called);
	called[n] = letter;
	called[n + 1] = '\0';
}

static void expect(const char *letters)
{
	CHECK(strcmp(called, letters) == 0);
	called[0] = '\0';
}

static aclError on_init(const char *config, size_t length, void *letter)
{
	CHECK(strlen(config) == length);
	note(*(const char *)letter);
	return outcome;
}

static aclError on_init_too(const char *config, size_t length, void *letter)
{
	int32_t device = -1;

	CHECK(length == 3 && memcmp(config, "{ }", 3) == 0);
	OK(aclrtSetDevice(0)); /* on the thread of aclInit */
	OK(aclrtGetDevice(&device));
	note(*(const char *)letter);
	return 0;
}

static aclError on_end(void *letter)
{
	note(*(const char *)letter);
	return outcome;
}

static void functions(void)
{
	char path[] = "/tmp/initsXXXXXX";
	const int file = mkstemp(path);
	uint64_t left;

	CHECK(file >= 0 && write(file, "{ }", 3) == 3);
	close(file);
	OK(aclInitCallbackRegister(ACL_REG_TYPE_OTHER, on_init_too, "o"));
	OK(aclInitCallbackRegister(ACL_REG_TYPE_ACL_OP_EXECUTOR, on_init, "e"));
	OK(aclInitCallbackRegister(ACL_REG_TYPE_ACL_MODEL, on_init, "m"));
	OK(aclFinalizeCallbackRegister(ACL_REG_TYPE_ACL_MODEL, on_end, "M"));
	OK(aclFinalizeCallbackRegister(ACL_REG_TYPE_ACL_OP_COMPILER, on_end, "C"));
	EQUAL(500000, aclInitCallbackRegister(ACL_REG_TYPE_ACL_MODEL, on_init_too, NULL));
	EQUAL(500000, aclFinalizeCallbackUnRegister(ACL_REG_TYPE_OTHER, on_end));
	EQUAL(100000, aclInitCallbackRegister(ACL_REG_TYPE_OTHER, NULL, NULL));
	EQUAL(100000, aclFinalizeCallbackUnRegister(ACL_REG_TYPE_OTHER, NULL));

	outcome = 100007;
	EQUAL(100007, aclInit(path));
	expect("m");
	outcome = 0;
	OK(aclInit(path));
	expect("meo");
	EQUAL(100002, aclInit(path));
	expect("");
	OK(aclInitCallbackRegister(ACL_REG_TYPE_ACL_RETR, on_init, "r"));
	expect("r"); /* at once */
	OK(aclFinalizeReference(&left));
	expect("");
	outcome = 500001;
	EQUAL(500001, aclFinalizeReference(&left));
	expect("C");
	outcome = 0;
	OK(aclFinalizeReference(&left));
	expect("CM");
	EQUAL(0, left);

	OK(aclInitCallbackUnRegister(ACL_REG_TYPE_OTHER, on_init_too));
	OK(aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_OP_EXECUTOR, on_init));
	OK(aclFinalizeCallbackUnRegister(ACL_REG_TYPE_ACL_OP_COMPILER, on_end));
	OK(aclInit(path));
	OK(aclFinalize());
	expect("mM");
	unlink(path);
}

static void versions(void)
{
	aclCANNPackageVersion v;
	int32_t can = -1, number;
	char joined[16];

	OK(aclsysGetCANNVersion(ACL_PKG_NAME_CANN, &v));
	OK(aclsysGetVersionNum("runtime", &number));
	EQUAL(number / 10000000, atoi(v.majorVersion));
	EQUAL(number / 100000 % 100, atoi(v.minorVersion));
	EQUAL(number / 1000 % 100, atoi(v.releaseVersion));
	EQUAL(0, atoi(v.patchVersion));
	snprintf(joined, sizeof joined, "%.3s.%.3s.%.3s", v.majorVersion, v.minorVersion, v.releaseVersion);
	CHECK(strcmp(joined, v.version) == 0);
	OK(aclsysGetCANNVersion(ACL_PKG_NAME_DRIVER, &v));
	EQUAL(100003, aclsysGetCANNVersion(ACL_PKG_NAME_HCCL, &v));
	EQUAL(100000, aclsysGetCANNVersion((aclCANNPackageName)8, &v));
	EQUAL(100000, aclsysGetCANNVersion(ACL_PKG_NAME_CANN, NULL));

	OK(aclrtCheckArchCompatibility(aclrtGetSocName(), &can));
	EQUAL(1, can);
	OK(aclrtCheckArchCompatibility("Ascend310P3", &can));
	EQUAL(0, can);
	EQUAL(107000, aclrtCheckArchCompatibility(NULL, &can));
}

int main(void)
{
	functions();
	versions();
	return 0;
}
