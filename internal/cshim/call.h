/* SPDX-License-Identifier: Apache-2.0 */

/*
 * One ACL call from Go: make the context current, call, read the message of a failure,
 * restore the previous context. The current context and the message belong to the thread,
 * and the goroutine may continue on another thread, so all of it is one call into C.
 */
#ifndef ACLPOOL_CALL_H
#define ACLPOOL_CALL_H

#include "shim.h"
#include "table.h"

#pragma GCC visibility push(hidden)

/*
 * aclpool_unread is set while the library may hold a message of an earlier failure for this
 * thread: without a current context a read does not remove it. The next read would return it
 * in front of an unrelated message.
 */
extern _Thread_local int aclpool_unread;

/* aclpool_skip keeps the messages so far out of the message of the next failure. */
void aclpool_skip(void);

/* aclpool_discard_message reads the message and discards it. A context must be current. */
void aclpool_discard_message(void);

/* aclpool_current returns the thread's current context, or NULL. */
static inline aclrtContext aclpool_current(void)
{
	aclrtContext current = NULL;

	return aclpool_fn.aclrtGetCurrentContext(&current) == 0 ? current : NULL;
}

/* aclpool_restore makes found current again, unless it is NULL. */
void aclpool_restore(aclrtContext found);

/* These return the result of a step below that has failed. */
aclpool_result aclpool_missing(const char *symbol);
aclpool_result aclpool_bind_failed(aclrtContext ours, aclrtContext found, int32_t code);
aclpool_result aclpool_step_failed(const char *name, const char *otherwise, int32_t code);
aclpool_result aclpool_call_failed(int32_t code);

/* aclpool_discard_unread discards an unread message if a context is current. */
static inline void aclpool_discard_unread(aclrtContext current)
{
	if (aclpool_unread && current != NULL)
		aclpool_discard_message();
}

/* aclpool_switch is the slow path of aclpool_bind: another context is current, or none. */
int32_t aclpool_switch(aclrtContext ours, aclrtContext found);

/*
 * aclpool_bind makes ours current and stores the previous context in *found. If it fails,
 * nothing may be called: some functions crash on a thread without a context.
 */
static inline int32_t aclpool_bind(aclrtContext ours, aclrtContext *found)
{
	*found = aclpool_current();
	if (__builtin_expect(*found == ours && ours != NULL && !aclpool_unread, 1))
		return 0;
	return aclpool_switch(ours, *found);
}

/*
 * IN_CONTEXT is the body of a function that calls name with the context ac current and
 * returns value on success.
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
 * ON_THREAD is IN_CONTEXT for a call that needs no context or sets the current one itself.
 * It restores the previous context.
 */
#define ON_THREAD(name, arguments, value) ON_THREAD_BUT(name, arguments, value, 0)

/*
 * ON_THREAD_BUT is ON_THREAD for a call that may destroy the previous context, found_. If
 * gone is true, the previous context is not restored, because the library would log an
 * error for the attempt.
 */
#define ON_THREAD_BUT(name, arguments, value, gone)                      \
	do {                                                             \
		aclrtContext found_;                                     \
		aclpool_result result_;                                  \
		if (aclpool_fn.name == NULL)                             \
			return aclpool_missing(#name);                   \
		found_ = aclpool_current();                              \
		aclpool_discard_unread(found_);                                    \
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

/* aclpool_address returns the address of a driver.Mem. */
static inline void *aclpool_address(aclpool_mem m, void *host)
{
	return host != NULL ? host : (void *)(uintptr_t)m;
}

#pragma GCC visibility pop

#endif
