//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "launch.h"

/*
 * Argument lists: the arguments of a launch, and behind them the data that place holders
 * refer to, in one block of host memory. aclrtKernelArgsInit has one list per thread, which
 * it empties at each call.
 */

enum { MAX_PARAMS = 128, THREAD_ROOM = 1 << 16, ALIGNMENT = 8 };

static const uint64_t MAGIC = 0x616363706f6f6c61; /* of a list that has been initialised */

struct param {
	uint32_t offset, size;
	uint32_t data;   /* offset of what a place holder refers to, */
	int place_holder;
	int has_data;    /* once its buffer has been fetched */
};

struct args {
	uint64_t magic;
	aclrtFuncHandle function;
	unsigned char *memory;
	size_t room, used;
	uint32_t count;
	int fetched;   /* a buffer of a place holder has been fetched: no argument can follow */
	int finalized;
	struct param params[MAX_PARAMS];
};

struct thread_args {
	struct args args;
	unsigned char memory[THREAD_ROOM] __attribute__((aligned(ALIGNMENT)));
};

static pthread_key_t of_thread;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_key(void)
{
	pthread_key_create(&of_thread, free);
}

static size_t aligned(size_t n)
{
	return (n + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static aclError bad_argument(const char *function, const char *what)
{
	return sim_refuse(ACL_ERROR_RT_PARAM_INVALID, "EE1003", function, what);
}

static aclError bad_order(const char *function, const char *what)
{
	return sim_refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "EE1018", function, what);
}

/* zero records that a size is 0. */
static aclError zero(const char *function, const char *what)
{
	return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", function, what);
}

/* valid returns an error for a handle that is not an initialised list. */
static aclError valid(const char *function, const struct args *a)
{
	if (a->magic != MAGIC)
		return sim_refuse(ACL_ERROR_RT_INVALID_HANDLE, "EE1017", function, "argsHandle is no list of arguments");
	return simCheckFunction((char *)function, HANDLE(a->function));
}

#define VALID(a)                                            \
	do {                                                \
		const aclError valid_ = valid(__func__, a); \
		if (valid_ != 0)                            \
			return valid_;                      \
	} while (0)

static void empty(struct args *a, aclrtFuncHandle function, unsigned char *memory, size_t room)
{
	memset(a, 0, sizeof *a);
	a->magic = MAGIC;
	a->function = function;
	a->memory = memory;
	a->room = room;
}

/* take returns room for n bytes in the block, or NULL. */
static unsigned char *take(struct args *a, size_t n)
{
	if (n > a->room || aligned(n) > a->room - a->used)
		return NULL;
	a->used += aligned(n);
	return a->memory + a->used - aligned(n);
}

/* append adds an argument, a place holder if value is NULL. */
static aclError append(const char *function, struct args *a, const void *value, size_t size, aclrtParamHandle *handle)
{
	struct param *p = &a->params[a->count];
	unsigned char *to;

	if (a->finalized)
		return bad_order(function, "the list has been finalized");
	if (a->fetched)
		return bad_order(function, "the buffer of a place holder has been fetched");
	if (a->count == MAX_PARAMS)
		return bad_argument(function, "the list has 128 arguments, which is all that it can have");
	if ((to = take(a, size)) == NULL)
		return bad_argument(function, "the argument does not fit into the memory of the list");
	if (value != NULL)
		memcpy(to, value, size);
	else
		memset(to, 0, size);
	*p = (struct param){.offset = (uint32_t)(to - a->memory), .size = (uint32_t)size, .place_holder = value == NULL};
	a->count++;
	*handle = p;
	return 0;
}

/* param returns the argument of a handle, or NULL if it is none of the list. */
static struct param *param(struct args *a, aclrtParamHandle handle)
{
	const uintptr_t at = (uintptr_t)handle - (uintptr_t)a->params;

	if ((uintptr_t)handle < (uintptr_t)a->params || at % sizeof(struct param) != 0 || at / sizeof(struct param) >= a->count)
		return NULL;
	return handle;
}

aclError aclrtKernelArgsInit(aclrtFuncHandle funcHandle, aclrtArgsHandle *argsHandle)
{
	struct thread_args *t;

	REQUIRE(funcHandle);
	REQUIRE(argsHandle);
	const aclError code = simCheckFunction((char *)__func__, HANDLE(funcHandle));
	if (code != 0)
		return code;
	pthread_once(&once, make_key);
	if ((t = pthread_getspecific(of_thread)) == NULL) {
		if ((t = malloc(sizeof *t)) == NULL)
			return sim_refuse(ACL_ERROR_RT_MEMORY_ALLOCATION, "EE1023", __func__, "no host memory is left");
		pthread_setspecific(of_thread, t);
	}
	empty(&t->args, funcHandle, t->memory, sizeof t->memory);
	*argsHandle = &t->args;
	return 0;
}

/* argsHandle and userHostMem are memory of the caller. */
aclError aclrtKernelArgsInitByUserMem(aclrtFuncHandle funcHandle, aclrtArgsHandle argsHandle, void *userHostMem,
	size_t actualArgsSize)
{
	REQUIRE(funcHandle);
	REQUIRE(argsHandle);
	REQUIRE(userHostMem);
	if (actualArgsSize == 0)
		return zero(__func__, "actualArgsSize is 0");
	const aclError code = simCheckFunction((char *)__func__, HANDLE(funcHandle));
	if (code == 0)
		empty(argsHandle, funcHandle, userHostMem, actualArgsSize);
	return code;
}

/* Each argument may need bytes for its alignment. */
aclError aclrtKernelArgsGetMemSize(aclrtFuncHandle funcHandle, size_t userArgsSize, size_t *actualArgsSize)
{
	REQUIRE(funcHandle);
	REQUIRE(actualArgsSize);
	if (userArgsSize == 0)
		return zero(__func__, "userArgsSize is 0");
	const aclError code = simCheckFunction((char *)__func__, HANDLE(funcHandle));
	if (code == 0)
		*actualArgsSize = aligned(userArgsSize) + MAX_PARAMS * ALIGNMENT;
	return code;
}

aclError aclrtKernelArgsGetHandleMemSize(aclrtFuncHandle funcHandle, size_t *memSize)
{
	REQUIRE(funcHandle);
	REQUIRE(memSize);
	const aclError code = simCheckFunction((char *)__func__, HANDLE(funcHandle));
	if (code == 0)
		*memSize = sizeof(struct args);
	return code;
}

aclError aclrtKernelArgsAppend(aclrtArgsHandle argsHandle, void *param, size_t paramSize, aclrtParamHandle *paramHandle)
{
	REQUIRE(argsHandle);
	REQUIRE(param);
	REQUIRE(paramHandle);
	if (paramSize == 0)
		return zero(__func__, "paramSize is 0");
	VALID(argsHandle);
	return append(__func__, argsHandle, param, paramSize, paramHandle);
}

aclError aclrtKernelArgsAppendPlaceHolder(aclrtArgsHandle argsHandle, aclrtParamHandle *paramHandle)
{
	REQUIRE(argsHandle);
	REQUIRE(paramHandle);
	VALID(argsHandle);
	return append(__func__, argsHandle, NULL, sizeof(uint64_t), paramHandle);
}

aclError aclrtKernelArgsGetPlaceHolderBuffer(aclrtArgsHandle argsHandle, aclrtParamHandle paramHandle, size_t dataSize,
	void **bufferAddr)
{
	struct args *a = argsHandle;
	unsigned char *buffer;
	struct param *p;

	REQUIRE(argsHandle);
	REQUIRE(paramHandle);
	REQUIRE(bufferAddr);
	if (dataSize == 0)
		return zero(__func__, "dataSize is 0");
	VALID(a);
	if (a->finalized)
		return bad_order(__func__, "the list has been finalized");
	if ((p = param(a, paramHandle)) == NULL || !p->place_holder)
		return bad_argument(__func__, "paramHandle is no place holder of the list");
	if ((buffer = take(a, dataSize)) == NULL)
		return bad_argument(__func__, "the buffer does not fit into the memory of the list");
	p->data = (uint32_t)(buffer - a->memory);
	p->has_data = 1;
	a->fetched = 1;
	*bufferAddr = buffer;
	return 0;
}

aclError aclrtKernelArgsParaUpdate(aclrtArgsHandle argsHandle, aclrtParamHandle paramHandle, void *param_, size_t paramSize)
{
	struct args *a = argsHandle;
	struct param *p;

	REQUIRE(argsHandle);
	REQUIRE(paramHandle);
	if (param_ == NULL)
		return sim_null(__func__, "param");
	if (paramSize == 0)
		return zero(__func__, "paramSize is 0");
	VALID(a);
	if ((p = param(a, paramHandle)) == NULL || p->place_holder)
		return bad_argument(__func__, "paramHandle is no argument of the list with a value");
	if (p->size != paramSize)
		return bad_argument(__func__, "paramSize differs from the size of the argument");
	memcpy(a->memory + p->offset, param_, paramSize);
	return 0;
}

aclError aclrtKernelArgsFinalize(aclrtArgsHandle argsHandle)
{
	struct args *a = argsHandle;

	REQUIRE(argsHandle);
	VALID(a);
	const aclError code = simCheckContext((char *)__func__, sim_context());
	if (code == 0)
		a->finalized = 1;
	return code;
}

aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
	aclrtLaunchKernelCfg *cfg, aclrtArgsHandle argsHandle, void *reserve)
{
	aclrtPlaceHolderInfo holders[MAX_PARAMS];
	struct args *a = argsHandle;
	size_t count = 0;

	REQUIRE(funcHandle);
	REQUIRE(argsHandle);
	if (numBlocks == 0 || reserve != NULL)
		return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", __func__, "numBlocks is 0, or reserve is not NULL");
	VALID(a);
	const aclError code = sim_check_config(__func__, cfg);
	if (code != 0)
		return code;
	if (!a->finalized)
		return bad_argument(__func__, "the list of arguments has not been finalized");
	for (uint32_t i = 0; i < a->count; i++)
		if (a->params[i].has_data)
			holders[count++] = (aclrtPlaceHolderInfo){a->params[i].offset, a->params[i].data};
	return simLaunchKernelWithPlaceHolders((char *)__func__, sim_context(), HANDLE(funcHandle), numBlocks, HANDLE(stream),
		a->memory, a->used, (void *)holders, count);
}
