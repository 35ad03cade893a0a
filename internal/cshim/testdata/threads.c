/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The state that ACL keeps per thread, as documented: the current context and the messages
 * of failures, which can be read only while a context is current. An object belongs to a
 * context. A call with another current context fails, or aborts where ACL would crash.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

enum { DEVICES = 4 };

typedef struct {
	int32_t device;
	int created, dead;
} context;

typedef struct {
	context *home; /* NULL after it was destroyed */
} object;          /* a stream or pool */

int64_t reads_without_context; /* each extends the thread's message and removes nothing */
int64_t stale_restores;        /* how often a destroyed context was made current */
int64_t hidden_contexts;       /* how many more times aclrtGetCurrentContext fails after aclrtSetDevice */
int64_t references;            /* devices set and not reset */
int64_t dead_is_current;       /* as in release 9.1: a destroyed context is still returned as current */

static context primary[DEVICES] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
static _Thread_local context *current;
static _Thread_local int hide; /* the next look at the current context fails */
static _Thread_local char texts[1024], answer[1024];

/*
 * kept returns zeroed memory that stays reachable, so that a handle can be examined after
 * the end of its object, and leak checkers do not report it.
 */
static void *kept(size_t size)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static void **all;
	void **made = calloc(1, sizeof *made + size);

	pthread_mutex_lock(&lock);
	*made = all;
	all = made;
	pthread_mutex_unlock(&lock);
	return made + 1;
}

static aclError fail(aclError code, const char *text, uint64_t number)
{
	const size_t used = strlen(texts);

	snprintf(texts + used, sizeof texts - used, "%s%s %llu", used ? "; " : "", text, (unsigned long long)number);
	return code;
}

const char *aclGetRecentErrMsg(void)
{
	if (current == NULL || current->dead) {
		__atomic_add_fetch(&reads_without_context, 1, __ATOMIC_SEQ_CST);
		fail(0, "EE1018 read", 0);
		return texts;
	}
	if (texts[0] == 0)
		return NULL;
	memcpy(answer, texts, sizeof answer);
	texts[0] = 0;
	return answer;
}

aclError aclrtGetCurrentContext(aclrtContext *c)
{
	if (hide) {
		hide = 0;
		return fail(507000, "cannot tell the context of device", current->device);
	}
	if (current == NULL || (current->dead && !dead_is_current))
		return ACLPOOL_NO_CONTEXT;
	*c = current;
	return 0;
}

aclError aclrtSetCurrentContext(aclrtContext c)
{
	if (c == NULL)
		return 100000;
	if (((context *)c)->dead) {
		__atomic_add_fetch(&stale_restores, 1, __ATOMIC_SEQ_CST);
		return fail(107000, "stale context of device", (uint64_t)((context *)c)->device);
	}
	current = c;
	return 0;
}

aclError aclrtSetDevice(int32_t id)
{
	if (id < 0 || id >= DEVICES)
		return fail(107001, "no device", (uint64_t)id);
	current = &primary[id];
	current->dead = 0;
	__atomic_add_fetch(&references, 1, __ATOMIC_SEQ_CST);
	if (hidden_contexts > 0) {
		hidden_contexts--;
		hide = 1;
	}
	fail(0, "noise of device", (uint64_t)id); /* a call that succeeds may leave a text behind */
	return 0;
}

aclError aclrtGetDevice(int32_t *id)
{
	if (current == NULL || current->dead)
		return fail(ACLPOOL_NO_CONTEXT, "no context", 0);
	*id = current->device;
	return 0;
}

aclError aclrtResetDevice(int32_t id)
{
	if (id < 0 || id >= DEVICES)
		return fail(107001, "no device", (uint64_t)id);
	__atomic_sub_fetch(&references, 1, __ATOMIC_SEQ_CST);
	primary[id].dead = 1;
	if (current == &primary[id])
		current = NULL;
	return 0;
}

aclError aclrtCreateContext(aclrtContext *c, int32_t id)
{
	if (id < 0 || id >= DEVICES)
		return fail(107001, "no device", (uint64_t)id);
	current = kept(sizeof *current);
	current->device = id;
	current->created = 1;
	*c = current;
	return 0;
}

aclError aclrtDestroyContext(aclrtContext c)
{
	context *const gone = c;

	if (!gone->created || gone->dead)
		return fail(ACLPOOL_NO_CONTEXT, "no created context on device", (uint64_t)gone->device);
	gone->dead = 1;
	if (current == gone)
		current = NULL;
	return 0;
}

static aclError make(void **out)
{
	object *made;

	if (current == NULL || current->dead)
		return fail(ACLPOOL_NO_CONTEXT, "no context", 0);
	made = kept(sizeof *made);
	made->home = current;
	*out = made;
	return 0;
}

static aclError within(const object *o)
{
	if (current == NULL || current->dead)
		return fail(ACLPOOL_NO_CONTEXT, "no context", 0);
	return o->home == current ? 0 : fail(107003, "foreign context, device", (uint64_t)current->device);
}

aclError aclrtCreateStream(aclrtStream *stream) { return make(stream); }

aclError aclrtDestroyStream(aclrtStream stream)
{
	const aclError code = within(stream);

	if (code == 0)
		((object *)stream)->home = NULL;
	return code;
}

aclError aclrtSynchronizeStream(aclrtStream stream) { return within(stream); }

/* From here on ACL crashes without a context. */

aclError aclrtMemPoolCreate(aclrtMemPool *pool, const aclrtMemPoolProps *props)
{
	static const unsigned char zero[sizeof props->reserved];

	if (current == NULL)
		abort();
	if (props->location.type != ACL_MEM_LOCATION_TYPE_DEVICE || (int32_t)props->location.id != current->device ||
		memcmp(props->reserved, zero, sizeof zero) != 0)
		return 100000;
	return make(pool);
}

aclError aclrtMemPoolDestroy(const aclrtMemPool pool)
{
	if (current == NULL)
		abort();
	return within(pool);
}

aclError aclrtMemPoolTrimTo(aclrtMemPool pool, size_t keep)
{
	if (current == NULL)
		abort();
	if (keep != 0)
		return fail(507000, "keep", keep);
	return within(pool);
}

/* An odd size fails with a message of its own. */
aclError aclrtMemPoolMallocAsync(void **ptr, size_t size, aclrtMemPool pool, aclrtStream stream)
{
	aclError code = within(pool);

	if (code == 0)
		code = within(stream);
	if (code != 0 || size == 0)
		return code;
	if (size % 2 != 0)
		return fail(507000, "no room for", size);
	*ptr = (void *)(uintptr_t)size;
	return 0;
}

aclError aclrtMemPoolFreeAsync(void *ptr, aclrtStream stream)
{
	(void)ptr;
	return within(stream);
}
