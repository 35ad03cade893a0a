/* SPDX-License-Identifier: Apache-2.0 */

/* Many threads use a library opened with dlopen, each with its own context and errors. */

#include <dlfcn.h>
#include <signal.h>

#include "check.h"

enum { THREADS = 8, ROUNDS = 200 };

static __typeof__(aclrtSetDevice) *set_device;
static __typeof__(aclrtGetDevice) *get_device;
static __typeof__(aclrtCreateStream) *create_stream;
static __typeof__(aclrtDestroyStream) *destroy_stream;
static __typeof__(aclrtSynchronizeStream) *synchronize;
static __typeof__(aclrtMalloc) *allocate;
static __typeof__(aclrtFree) *release;
static __typeof__(aclGetRecentErrMsg) *recent;

static volatile sig_atomic_t urgent;

static void on_urgent(int number)
{
	(void)number;
	urgent++;
}

static void *work(void *id)
{
	const int32_t device = (int32_t)(intptr_t)id % 2;
	char own[32];

	OK(set_device(device));
	snprintf(own, sizeof own, "device %d does not", 1000 + (int)(intptr_t)id);
	for (int i = 0; i < ROUNDS; i++) {
		const char *text;
		aclrtStream stream;
		int32_t d = -1;
		void *p;

		OK(create_stream(&stream));
		OK(allocate(&p, 4096, ACL_MEM_MALLOC_HUGE_FIRST));
		OK(get_device(&d));
		EQUAL(device, d);
		EQUAL(107001, set_device(1000 + (int32_t)(intptr_t)id));
		text = recent();
		CHECK(text != NULL && strstr(text, own) != NULL && strchr(text, '\n') == NULL);
		OK(release(p));
		OK(synchronize(stream));
		OK(destroy_stream(stream));
		CHECK(recent() == NULL);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	struct sigaction mine = {.sa_handler = on_urgent, .sa_flags = SA_ONSTACK | SA_RESTART}, now;
	pthread_t threads[THREADS];
	void *library;

	CHECK(argc == 2);
	EQUAL(0, sigaction(SIGURG, &mine, NULL));
	library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
	if (library == NULL)
		fprintf(stderr, "%s\n", dlerror());
	CHECK(library != NULL);

	/* The library's runtime handles the signal, and this program still receives it. */
	EQUAL(0, sigaction(SIGURG, NULL, &now));
	CHECK(now.sa_handler != on_urgent && (now.sa_flags & SA_ONSTACK) != 0);
	EQUAL(0, raise(SIGURG));
	CHECK(urgent >= 1); /* the library also sends the signal to itself */

	set_device = (__typeof__(set_device))dlsym(library, "aclrtSetDevice");
	get_device = (__typeof__(get_device))dlsym(library, "aclrtGetDevice");
	create_stream = (__typeof__(create_stream))dlsym(library, "aclrtCreateStream");
	destroy_stream = (__typeof__(destroy_stream))dlsym(library, "aclrtDestroyStream");
	synchronize = (__typeof__(synchronize))dlsym(library, "aclrtSynchronizeStream");
	allocate = (__typeof__(allocate))dlsym(library, "aclrtMalloc");
	release = (__typeof__(release))dlsym(library, "aclrtFree");
	recent = (__typeof__(recent))dlsym(library, "aclGetRecentErrMsg");

	for (intptr_t i = 0; i < THREADS; i++)
		CHECK(pthread_create(&threads[i], NULL, work, (void *)i) == 0);
	for (int i = 0; i < THREADS; i++)
		CHECK(pthread_join(threads[i], NULL) == 0);
	urgent = 0;
	EQUAL(0, raise(SIGURG));
	CHECK(urgent >= 1);
	return 0;
}
