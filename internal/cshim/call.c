//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "call.h"

_Thread_local int aclpool_unread;

/* copy answers a text for Go, which frees it; 0 for none. */
static uint64_t copy(const char *text)
{
	return text == NULL ? 0 : (uint64_t)(uintptr_t)strdup(text);
}

/* joined is copy of "name: text". */
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
 * recent reads the text of the failure that has just happened. Without a context the
 * read itself fails inside the library, answers a text even when nothing has failed,
 * and takes nothing out: then it is left for later and dropped.
 */
static const char *recent(void)
{
	if (aclpool_fn.aclGetRecentErrMsg == NULL)
		return NULL;
	if (aclpool_current() == NULL) {
		aclpool_unread = 1;
		return "no context is current on this thread, so the library's text was not read";
	}
	aclpool_unread = 0;
	return aclpool_fn.aclGetRecentErrMsg();
}

void aclpool_forget(void)
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
	aclpool_tidy(found);
	if (found != ours && (code = aclpool_fn.aclrtSetCurrentContext(ours)) != 0)
		return code;
	aclpool_tidy(ours);
	return 0;
}

/*
 * A context found may have been destroyed by another thread; then the thread keeps
 * whatever is current, and the text of the refusal must not meet the next failure.
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
	text = recent();
	if (text == NULL)
		text = "the context of this object is gone";
	return (aclpool_result){joined("aclrtSetCurrentContext", text), code};
}

aclpool_result aclpool_call_failed(int32_t code)
{
	return (aclpool_result){copy(recent()), code};
}
