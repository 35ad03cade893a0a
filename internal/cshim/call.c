//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "call.h"

_Thread_local int aclpool_unread;

/* copy returns a copy of text for Go, which frees it, or 0 for NULL. */
static uint64_t copy(const char *text)
{
	return text == NULL ? 0 : (uint64_t)(uintptr_t)strdup(text);
}

/* joined returns a copy of "name: text" for Go, which frees it. */
static uint64_t joined(const char *name, const char *text)
{
	const size_t a = strlen(name), b = strlen(text);
	char *s = malloc(a + 2 + b + 1);

	if (s != NULL) {
		memcpy(s, name, a);
		memcpy(s + a, ": ", 2);
		memcpy(s + a + 2, text, b + 1);
	}
	return (uint64_t)(uintptr_t)s;
}

/*
 * recent_message returns the message of the latest failure. Without a current context the
 * library's function fails, returns a text even if nothing has failed, and does not remove
 * the message. In that case the message is discarded later.
 */
static const char *recent_message(void)
{
	if (aclpool_fn.aclGetRecentErrMsg == NULL)
		return NULL;
	if (aclpool_current() == NULL) {
		aclpool_unread = 1;
		return "no context is current on this thread, so the library's message was not read";
	}
	aclpool_unread = 0;
	return aclpool_fn.aclGetRecentErrMsg();
}

void aclpool_discard_message(void)
{
	aclpool_unread = 0;
	if (aclpool_fn.aclGetRecentErrMsg != NULL)
		(void)aclpool_fn.aclGetRecentErrMsg();
}

int32_t aclpool_switch(aclrtContext ours, aclrtContext found)
{
	int32_t code;

	if (ours == NULL)
		return ACLPOOL_NO_CONTEXT;
	aclpool_discard_unread(found);
	if (found != ours && (code = aclpool_fn.aclrtSetCurrentContext(ours)) != 0)
		return code;
	aclpool_discard_unread(ours);
	return 0;
}

/*
 * Another thread may have destroyed the context. Then the thread keeps the current one, and
 * the message of this failure must not be mistaken for that of a later one.
 */
void aclpool_restore(aclrtContext found)
{
	if (found != NULL && aclpool_fn.aclrtSetCurrentContext(found) != 0)
		aclpool_unread = 1;
}

aclpool_result aclpool_missing(const char *symbol)
{
	return (aclpool_result){copy(symbol), ACLPOOL_NO_SYMBOL};
}

aclpool_result aclpool_bind_failed(aclrtContext ours, aclrtContext found, int32_t code)
{
	const char *text = "no context was given, so nothing was called";

	if (ours == NULL)
		return (aclpool_result){copy(text), code};
	aclpool_restore(found);
	text = recent_message();
	if (text == NULL)
		text = "the context of this object no longer exists";
	return (aclpool_result){joined("aclrtSetCurrentContext", text), code};
}

aclpool_result aclpool_call_failed(int32_t code)
{
	return (aclpool_result){copy(recent_message()), code};
}
