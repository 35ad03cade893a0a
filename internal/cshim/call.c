//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "call.h"

_Thread_local int aclpool_unread;

/* word passes a text to Go, which frees it; 0 is none. */
static uint64_t word(char *text)
{
	return (uint64_t)(uintptr_t)text;
}

/* joined returns "name: text", for the caller to free. */
static char *joined(const char *name, const char *text)
{
	const size_t a = strlen(name), b = strlen(text);
	char *s = malloc(a + 2 + b + 1);

	if (s != NULL) {
		memcpy(s, name, a);
		memcpy(s + a, ": ", 2);
		memcpy(s + a + 2, text, b + 1);
	}
	return s;
}

/* heard identifies the text that the last read without a context returned. */
static _Thread_local struct {
	size_t length;
	uint64_t sum;
} heard;

/* sum is FNV-1a, which tells whether a text begins with another one without keeping it. */
static uint64_t sum(const char *text, size_t length)
{
	uint64_t h = 14695981039346656037u;

	for (size_t i = 0; i < length; i++)
		h = (h ^ (unsigned char)text[i]) * 1099511628211u;
	return h;
}

/* trimmed shortens a text by what only joins it to the next one. */
static size_t trimmed(const char *text, size_t length)
{
	static const char header[] = "TraceBack (most recent call last):";
	const size_t tail = sizeof header - 1;

	for (;;) {
		if (length > 0 && strchr("\n\t ;", text[length - 1]) != NULL)
			length--;
		else if (length >= tail && memcmp(text + length - tail, header, tail) == 0)
			length -= tail;
		else
			return length;
	}
}

/*
 * unbound reads the text of a failure on a thread without a context. There the read itself
 * fails inside the library: it takes nothing out, so that the text begins with everything
 * that it returned the last time, and it ends with its own failure, EE1018. What stands
 * between them is the reason, which nothing else in the process knows.
 */
static char *unbound(void)
{
	enum { LIMIT = 4096 };
	const char *text = aclpool_fn.aclGetRecentErrMsg(), *noise = NULL;
	size_t length, old;

	if (text == NULL)
		return NULL;
	length = strlen(text);
	old = heard.length <= length && sum(text, heard.length) == heard.sum ? heard.length : 0;
	heard.length = length;
	heard.sum = sum(text, length);
	text += old;
	text += strspn(text, "\n\t ;");
	for (const char *at = text; (at = strstr(at, "EE1018")) != NULL; at++)
		noise = at;
	length = trimmed(text, noise != NULL && noise > text ? (size_t)(noise - text) : strlen(text));
	return strndup(text, length < LIMIT ? length : LIMIT);
}

/*
 * recent returns the text of the failure that has just happened, for the caller to free;
 * NULL without one.
 */
static char *recent(void)
{
	const char *text;

	if (aclpool_fn.aclGetRecentErrMsg == NULL)
		return NULL;
	if (aclpool_current() == NULL) {
		aclpool_unread = 1;
		return unbound();
	}
	aclpool_unread = 0;
	heard.length = 0;
	text = aclpool_fn.aclGetRecentErrMsg();
	return text == NULL ? NULL : strdup(text);
}

void aclpool_skip(void)
{
	free(recent());
}

void aclpool_forget(void)
{
	aclpool_unread = 0;
	heard.length = 0;
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
	return (aclpool_result){word(strdup(symbol)), ACLPOOL_NO_SYMBOL};
}

aclpool_result aclpool_bind_failed(aclrtContext ours, aclrtContext found, int32_t code)
{
	if (ours == NULL)
		return (aclpool_result){word(strdup("no context was given, so nothing was called")), code};
	aclpool_restore(found);
	return aclpool_step_failed("aclrtSetCurrentContext", "the context of this object is gone", code);
}

aclpool_result aclpool_step_failed(const char *name, const char *otherwise, int32_t code)
{
	char *const text = recent();
	const aclpool_result result = {word(joined(name, text != NULL ? text : otherwise)), code};

	free(text);
	return result;
}

aclpool_result aclpool_call_failed(int32_t code)
{
	return (aclpool_result){word(recent()), code};
}
