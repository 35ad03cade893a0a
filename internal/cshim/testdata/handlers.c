/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A library that installs signal handlers without SA_ONSTACK, as the vendor's does: while
 * it loads, in aclInit and when a device is opened.
 */
#define _GNU_SOURCE

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

int64_t handled;       /* number of signals handled */
int64_t coredump_none; /* whether ASCEND_COREDUMP_SIGNAL was "none" at loading */

static void handler(int number)
{
	(void)number;
	__atomic_add_fetch(&handled, 1, __ATOMIC_SEQ_CST);
}

static void install(int number)
{
	struct sigaction action = {.sa_handler = handler};

	sigaction(number, &action, NULL);
}

__attribute__((constructor)) static void loaded(void)
{
	const char *set = getenv("ASCEND_COREDUMP_SIGNAL");

	coredump_none = set != NULL && strcmp(set, "none") == 0;
	install(SIGXCPU);
}

aclError aclInit(const char *configPath)
{
	(void)configPath;
	install(SIGXFSZ);
	return 0;
}

aclError aclrtGetDeviceCount(uint32_t *count)
{
	*count = 1;
	return 0;
}

static _Thread_local int current;

aclError aclrtSetDevice(int32_t deviceId)
{
	(void)deviceId;
	install(SIGUSR2);
	current = 1;
	return 0;
}

aclError aclrtGetCurrentContext(aclrtContext *context)
{
	*context = current ? &current : NULL;
	return current ? 0 : ACLPOOL_NO_CONTEXT;
}
