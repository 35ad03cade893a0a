/* SPDX-License-Identifier: Apache-2.0 */

/*
 * One ACL call from Go: bind the context, call, keep the text of a failure, restore.
 * The current context and the text belong to the thread, and the goroutine may run on
 * another thread a moment later, so all of it happens in one crossing.
 */
#ifndef ACLPOOL_CALL_H
#define ACLPOOL_CALL_H

#include "shim.h"
#include "table.h"

#pragma GCC visibility push(hidden)

/*
 * aclpool_unread is set while the thread may hold the text of an earlier failure, because
 * no context was current when it happened and a read takes nothing out then. The next read
 * would put it in front of a text that has nothing to do with it.
 */
extern _Thread_local int aclpool_unread;

/* aclpool_skip keeps the texts so far out of the next failure's. */
void aclpool_skip(void);

/* aclpool_forget drops texts that nobody has read. A context must be current. */
void aclpool_forget(void);

/* aclpool_current answers the thread's context, NULL without one. */
static inline aclrtContext aclpool_current(void)
{
	aclrtContext current = NULL;

	return aclpool_fn.aclrtGetCurrentContext(&current) == 0 ? current : NULL;
}

/* aclpool_restore makes the context found current again, unless there was none. */
void aclpool_restore(aclrtContext found);

/* The failures of the steps below; each answers the result for Go. */
aclpool_result aclpool_missing(const char *symbol);
aclpool_result aclpool_bind_failed(aclrtContext ours, aclrtContext found, int32_t code);
aclpool_result aclpool_step_failed(const char *name, const char *otherwise, int32_t code);
aclpool_result aclpool_call_failed(int32_t code);

/* aclpool_tidy forgets an unread text, once there is a context to do it in. */
static inline void aclpool_tidy(aclrtContext current)
{
	if (aclpool_unread && current != NULL)
		aclpool_forget();
}

/* aclpool_switch is aclpool_bind for a thread that is not as it should be. */
int32_t aclpool_switch(aclrtContext ours, aclrtContext found);

/*
 * aclpool_bind makes ours current and answers in *found what was before. Nothing may
 * run when it fails: some calls crash on a thread without a context.
 */
static inline int32_t aclpool_bind(aclrtContext ours, aclrtContext *found)
{
	*found = aclpool_current();
	if (__builtin_expect(*found == ours && ours != NULL && !aclpool_unread, 1))
		return 0;
	return aclpool_switch(ours, *found);
}

/*
 * IN_CONTEXT is the body of a function that calls name with the context ac current, and
 * answers value on success.
 */
#define IN_CONTEXT(ac, name, arguments, value)                                        \
	do {                                                                          \
		const aclrtContext ours_ = (aclrtContext)(ac);                        \
		aclrtContext found_;                                                  \
		aclpool_result result_;                                               \
		if (__builtin_expect(aclpool_fn.name == NULL, 0))                     \
			return aclpool_missing(#name);                                \
		result_.code = aclpool_bind(ours_, &found_);                          \
		if (__builtin_expect(result_.code != 0, 0))                           \
			return aclpool_bind_failed(ours_, found_, (int32_t)result_.code);      \
		result_.code = aclpool_fn.name arguments;                             \
		if (__builtin_expect(result_.code == 0, 1))                           \
			result_.word = (uint64_t)(value);                             \
		else                                                                  \
			result_ = aclpool_call_failed((int32_t)result_.code); /* still bound */ \
		if (__builtin_expect(found_ != ours_, 0))                             \
			aclpool_restore(found_);                                      \
		return result_;                                                       \
	} while (0)

/*
 * ON_THREAD is the same for a call that needs no context, or that binds one by itself:
 * the thread has afterwards what it had before.
 */
#define ON_THREAD(name, arguments, value) ON_THREAD_BUT(name, arguments, value, 0)

/*
 * ON_THREAD_BUT is ON_THREAD for a call that may destroy the context that was current,
 * found_: where gone is true it is not made current again, since the library would keep
 * an error record of the attempt.
 */
#define ON_THREAD_BUT(name, arguments, value, gone)                      \
	do {                                                             \
		aclrtContext found_;                                     \
		aclpool_result result_;                                  \
		if (aclpool_fn.name == NULL)                             \
			return aclpool_missing(#name);                   \
		found_ = aclpool_current();                              \
		aclpool_tidy(found_);                                    \
		const int gone_ = (gone);                                \
		result_.code = aclpool_fn.name arguments;                \
		if (result_.code == 0)                                   \
			result_.word = (uint64_t)(value);                \
		else                                                     \
			result_ = aclpool_call_failed((int32_t)result_.code);     \
		if (found_ != NULL && (result_.code != 0 || !gone_) && found_ != aclpool_current()) \
			aclpool_restore(found_);                         \
		return result_;                                          \
	} while (0)

/* aclpool_place is the address that Go's driver.Mem names. */
static inline void *aclpool_place(aclpool_mem m, void *host)
{
	return host != NULL ? host : (void *)(uintptr_t)m;
}

#pragma GCC visibility pop

#endif
