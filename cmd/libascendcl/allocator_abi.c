//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <pthread.h>
#include <stdlib.h>

#include "call.h"
#include "made.h"

/*
 * Allocators that a program registers for a stream. They serve models and single operators, of
 * which the simulated device has none: whoever executes some asks for them by stream.
 */

struct allocator {
	aclrtAllocator object;
	aclrtAllocatorAllocFunc alloc;
	aclrtAllocatorFreeFunc free;
	aclrtAllocatorAllocAdviseFunc advise;
	aclrtAllocatorGetAddrFromBlockFunc address;
};

struct entry {
	struct entry *next;
	aclrtStream stream;
	aclrtAllocatorDesc desc;
	struct allocator allocator;
};

static struct entry *entries;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* find returns where the entry of a stream is linked, or the end of the list. */
static struct entry **find(aclrtStream stream)
{
	struct entry **at = &entries;

	while (*at != NULL && (*at)->stream != stream)
		at = &(*at)->next;
	return at;
}

aclrtAllocatorDesc aclrtAllocatorCreateDesc(void)
{
	return sim_make(SIM_ALLOCATOR, sizeof(struct allocator));
}

aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc allocatorDesc)
{
	UNMAKE(SIM_ALLOCATOR, allocatorDesc);
}

#define SET(field, value)                                           \
	do {                                                        \
		REQUIRE_MADE(SIM_ALLOCATOR, allocatorDesc);         \
		REQUIRE(value);                                     \
		((struct allocator *)allocatorDesc)->field = value; \
		return 0;                                           \
	} while (0)

aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocator allocator)
{
	SET(object, allocator);
}

aclError aclrtAllocatorSetAllocFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocFunc func)
{
	SET(alloc, func);
}

aclError aclrtAllocatorSetFreeFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorFreeFunc func)
{
	SET(free, func);
}

aclError aclrtAllocatorSetAllocAdviseFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocAdviseFunc func)
{
	SET(advise, func);
}

aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc(aclrtAllocatorDesc allocatorDesc,
	aclrtAllocatorGetAddrFromBlockFunc func)
{
	SET(address, func);
}

/* The values are copied: the descriptor may be destroyed. */
aclError aclrtAllocatorRegister(aclrtStream stream, aclrtAllocatorDesc allocatorDesc)
{
	const struct allocator *a = allocatorDesc;

	REQUIRE(stream);
	REQUIRE_MADE(SIM_ALLOCATOR, allocatorDesc);
	if (a->object == NULL || a->alloc == NULL || a->free == NULL || a->address == NULL)
		return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", __func__,
			"the descriptor lacks the allocator, or a function to allocate, to free or to get an address");
	pthread_mutex_lock(&lock);
	struct entry **at = find(stream);
	if (*at == NULL && (*at = calloc(1, sizeof **at)) != NULL)
		(*at)->stream = stream;
	const int stored = *at != NULL;
	if (stored) {
		(*at)->desc = allocatorDesc;
		(*at)->allocator = *a;
	}
	pthread_mutex_unlock(&lock);
	return stored ? 0 : sim_refuse(ACL_ERROR_RT_MEMORY_ALLOCATION, "EE1023", __func__, "no host memory is left");
}

aclError aclrtAllocatorUnregister(aclrtStream stream)
{
	pthread_mutex_lock(&lock);
	struct entry **at = find(stream), *gone = *at;
	if (gone != NULL)
		*at = gone->next;
	pthread_mutex_unlock(&lock);
	free(gone);
	return 0;
}

#define GIVE(to, value)              \
	do {                         \
		if ((to) != NULL)    \
			*(to) = value; \
	} while (0)

aclError aclrtAllocatorGetByStream(aclrtStream stream, aclrtAllocatorDesc *allocatorDesc, aclrtAllocator *allocator,
	aclrtAllocatorAllocFunc *allocFunc, aclrtAllocatorFreeFunc *freeFunc,
	aclrtAllocatorAllocAdviseFunc *allocAdviseFunc, aclrtAllocatorGetAddrFromBlockFunc *getAddrFromBlockFunc)
{
	struct entry found;

	REQUIRE(stream);
	REQUIRE(allocatorDesc);
	pthread_mutex_lock(&lock);
	const struct entry *e = *find(stream);
	if (e != NULL)
		found = *e;
	pthread_mutex_unlock(&lock);
	if (e == NULL)
		return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", __func__, "the stream has no allocator");
	*allocatorDesc = found.desc;
	GIVE(allocator, found.allocator.object);
	GIVE(allocFunc, found.allocator.alloc);
	GIVE(freeFunc, found.allocator.free);
	GIVE(allocAdviseFunc, found.allocator.advise);
	GIVE(getAddrFromBlockFunc, found.allocator.address);
	return 0;
}
