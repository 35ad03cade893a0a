//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "call.h"

_Thread_local int aclpool_unread;

/* word returns a text as the word of a result. Go frees the text. NULL is 0. */
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

/* trimmed returns the length of a text without the separators that end it. */
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
 * unbound returns the message of a failure on a thread without a context. There the read
 * itself fails inside the library and removes no message. The text therefore begins with
 * everything that the previous read returned, and ends with the failure of the read, EE1018.
 * The part between them is the message.
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
 * recent_message returns the message of the latest failure, which the caller frees, or NULL.
 */
static char *recent_message(void)
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
	free(recent_message());
}

void aclpool_discard_message(void)
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
	return (aclpool_result){word(strdup(symbol)), ACLPOOL_NO_SYMBOL};
}

aclpool_result aclpool_bind_failed(aclrtContext ours, aclrtContext found, int32_t code)
{
	if (ours == NULL)
		return (aclpool_result){word(strdup("no context was given, so nothing was called")), code};
	aclpool_restore(found);
	return aclpool_step_failed("aclrtSetCurrentContext", "the context of this object no longer exists", code);
}

aclpool_result aclpool_step_failed(const char *name, const char *otherwise, int32_t code)
{
	char *const text = recent_message();
	const aclpool_result result = {word(joined(name, text != NULL ? text : otherwise)), code};

	free(text);
	return result;
}

aclpool_result aclpool_call_failed(int32_t code)
{
	return (aclpool_result){word(recent_message()), code};
}
