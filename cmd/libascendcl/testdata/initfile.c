/* SPDX-License-Identifier: Apache-2.0 */

/* The keys of aclInit's file that have an effect: a default device, and where messages are kept. */

#include <unistd.h>

#include "check.h"

static int init_with(const char *text)
{
	char path[] = "/tmp/initfileXXXXXX";
	const int file = mkstemp(path);
	int code;

	CHECK(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
	close(file);
	OK(aclpoolSimReset());
	code = aclInit(path);
	unlink(path);
	return code;
}

/* A thread without a context works on the default device. */
static void *without_context(void *device)
{
	int32_t id = -1;
	void *p = NULL;

	CHECK(current() == NULL);
	OK(aclrtMalloc(&p, 64, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclrtGetDevice(&id));
	EQUAL((intptr_t)device, id);
	CHECK(current() != NULL);
	OK(aclrtFree(p));
	return NULL;
}

static void *no_default(void *unused)
{
	void *p = NULL;

	(void)unused;
	EQUAL(107002, aclrtMalloc(&p, 64, ACL_MEM_MALLOC_HUGE_FIRST));
	return NULL;
}

static void *fails(void *unused)
{
	(void)unused;
	OK(aclrtSetDevice(0));
	EQUAL(107001, aclrtSetDevice(77));
	return NULL;
}

int main(void)
{
	OK(init_with("{\"defaultDevice\": {\"default_device\": \"1\"}}"));
	on_thread(without_context, (void *)1);
	OK(aclFinalize());
	on_thread(no_default, NULL);
	OK(init_with("{\"defaultDevice\": {}, \"dump\": {}}"));
	on_thread(no_default, NULL);
	OK(init_with("{\"defaultDevice\": {\"default_device\": \"7\"}}"));
	on_thread(no_default, NULL);
	EQUAL(100008, init_with("{\"defaultDevice\": {\"default_device\": \"-1\"}}"));
	EQUAL(100008, init_with("{\"defaultDevice\": {\"default_device\": 1}}"));
	EQUAL(100008, init_with("{\"err_msg_mode\": \"2\"}"));

	OK(init_with("{\"err_msg_mode\": \"0\"}"));
	OK(aclrtSetDevice(0));
	on_thread(fails, NULL);
	CHECK(aclGetRecentErrMsg() == NULL);
	OK(init_with("{\"err_msg_mode\": \"1\"}"));
	OK(aclrtSetDevice(0));
	on_thread(fails, NULL);
	const char *text = aclGetRecentErrMsg();
	CHECK(text != NULL && strstr(text, "77") != NULL);
	CHECK(aclGetRecentErrMsg() == NULL);
	return 0;
}
