//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#define _GNU_SOURCE

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"

/* Unread messages are kept up to this many bytes; later ones are dropped. */
enum { TEXT_LIMIT = 1 << 20 };

struct thread {
	uint64_t generation;
	uintptr_t context;
	char *unread; /* messages since the last read, or NULL */
	char *read;   /* the result of the last read */
	aclError last;
};

static _Thread_local struct thread this_thread;

static uint64_t generation = 1;
static pthread_key_t at_exit;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void drop(void *p)
{
	struct thread *t = p;

	free(t->unread);
	free(t->read);
	t->unread = t->read = NULL;
}

static void make_key(void)
{
	pthread_key_create(&at_exit, drop);
}

/* self returns the state of this thread. It clears a state that belongs to an old machine. */
static struct thread *self(void)
{
	struct thread *t = &this_thread;
	const uint64_t now = __atomic_load_n(&generation, __ATOMIC_ACQUIRE);

	if (t->generation != now) {
		if (t->generation == 0) {
			pthread_once(&once, make_key);
			pthread_setspecific(at_exit, t);
		}
		drop(t);
		t->context = 0;
		t->last = 0;
		t->generation = now;
	}
	return t;
}

/* What the file of aclInit says. */
static int32_t default_device = -1;
static int messages_shared;

/* The unread messages of all threads, where they are shared. */
static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static char *shared_unread;

void sim_configure(int32_t device, int shared)
{
	__atomic_store_n(&default_device, device, __ATOMIC_RELEASE);
	__atomic_store_n(&messages_shared, shared, __ATOMIC_RELEASE);
}

void sim_new_generation(void)
{
	sim_configure(-1, 0);
	pthread_mutex_lock(&shared_lock);
	free(shared_unread);
	shared_unread = NULL;
	pthread_mutex_unlock(&shared_lock);
	__atomic_add_fetch(&generation, 1, __ATOMIC_RELEASE);
}

uintptr_t sim_current(void)
{
	return self()->context;
}

uintptr_t sim_context(void)
{
	struct thread *t = self();
	const int32_t device = __atomic_load_n(&default_device, __ATOMIC_ACQUIRE);

	if (t->context == 0 && device >= 0) {
		const struct simSetDevice_return r = simSetDevice(device);

		if (r.r1 == 0)
			t->context = r.r0;
	}
	return t->context;
}

void sim_bind(uintptr_t context)
{
	self()->context = context;
}

void sim_free(char *text)
{
	free(text);
}

/*
 * Several failures before a read are joined into one message, the oldest one first.
 */
static void append(char **unread, char *text)
{
	static const char below[] = "\n\tTraceBack (most recent call last):\n\t", line[] = "\n\t";
	char *joined;

	if (*unread == NULL) {
		*unread = text;
		return;
	}
	if (strlen(*unread) < TEXT_LIMIT &&
		asprintf(&joined, "%s%s%s", *unread, strstr(*unread, below) == NULL ? below : line, text) >= 0) {
		free(*unread);
		*unread = joined;
	}
	free(text);
}

/* append_for adds a message to those of a thread, or of all. */
static void append_for(struct thread *t, char *text)
{
	if (!__atomic_load_n(&messages_shared, __ATOMIC_ACQUIRE)) {
		append(&t->unread, text);
		return;
	}
	pthread_mutex_lock(&shared_lock);
	append(&shared_unread, text);
	pthread_mutex_unlock(&shared_lock);
}

/* Codes 1000xx and 2000xx come from the acl layer, which does not set the last error. */
static int of_runtime(int32_t code)
{
	return code / 1000 % 100 != 0;
}

/*
 * The runtime returns two of its codes without recording them: that something does not exist for
 * a product or a kind of object, and that an option is not set.
 */
static int is_recorded(int32_t code)
{
	return of_runtime(code) && code != ACL_ERROR_RT_FEATURE_NOT_SUPPORT && code != ACL_ERROR_RT_SYSPARAMOPT_NOT_SET;
}

/* Failures with these codes leave no message. */
static int is_silent(int32_t code)
{
	return code == ACL_ERROR_RT_FEATURE_NOT_SUPPORT || code == ACL_ERROR_RT_CONTEXT_NULL ||
		code == ACL_ERROR_REPEAT_INITIALIZE || code == ACL_ERROR_REPEAT_FINALIZE;
}

/*
 * of_acl gives a message the id that the acl layer has for it: it has ids of its own for
 * arguments, NULL, files and what is not supported.
 */
static void of_acl(int32_t code, char *text)
{
	const char *id = "EH0001";

	if (strncmp(text, "EE1004", 6) == 0)
		id = "EH0002";
	else if (code == ACL_ERROR_INVALID_FILE)
		id = "EH0003";
	else if (code == ACL_ERROR_PARSE_FILE)
		id = "EH0004";
	else if (code == ACL_ERROR_FEATURE_UNSUPPORTED)
		id = "EH0006";
	else if (strncmp(text, "EE1003", 6) != 0)
		return;
	memcpy(text, id, 6);
}

static void say(int32_t code, char *text)
{
	if (text == NULL)
		return;
	if (is_silent(code)) {
		free(text);
		return;
	}
	if (!of_runtime(code))
		of_acl(code, text);
	append_for(self(), text);
}

void sim_failed(int32_t code, char *text)
{
	if (is_recorded(code))
		self()->last = code;
	say(code, text);
}

int32_t sim_last(void)
{
	return self()->last;
}

void sim_set_last(int32_t code)
{
	self()->last = code;
}

int32_t sim_refuse_above(int32_t code, const char *function, const char *what)
{
	char *text = NULL;

	if (asprintf(&text, "EH0001: %s: %s", function, what) < 0)
		text = NULL;
	say(code, text);
	return code;
}

int32_t sim_fail(int32_t code, const char *text)
{
	sim_failed(code, strdup(text));
	return code;
}

int32_t sim_refuse(int32_t code, const char *id, const char *function, const char *what)
{
	char *text = NULL;

	if (asprintf(&text, "%s: %s: %s", id, function, what) < 0)
		text = NULL;
	sim_failed(code, text);
	return code;
}

static int32_t null_as(int32_t code, const char *function, const char *argument)
{
	char *text = NULL;

	if (asprintf(&text, "EE1004: %s: %s is NULL", function, argument) < 0)
		text = NULL;
	sim_failed(code, text);
	return code;
}

int32_t sim_null(const char *function, const char *argument)
{
	return null_as(ACL_ERROR_INVALID_PARAM, function, argument);
}

int32_t sim_null_rt(const char *function, const char *argument)
{
	return null_as(ACL_ERROR_RT_PARAM_INVALID, function, argument);
}

void sim_unsupported(const char *function, int *said)
{
	char *text = NULL;

	if (!__atomic_exchange_n(said, 1, __ATOMIC_RELAXED))
		fprintf(stderr, "libascendcl: %s is not simulated: it returns %d, ACL_ERROR_FEATURE_UNSUPPORTED\n",
			function, ACL_ERROR_FEATURE_UNSUPPORTED);
	if (asprintf(&text, "EE1016: %s: the simulated device does not simulate it", function) < 0)
		text = NULL;
	sim_failed(ACL_ERROR_FEATURE_UNSUPPORTED, text);
}

/* take returns the messages, or a copy of them if they are to stay. */
static char *take(char **unread, int remove)
{
	char *text = *unread;

	if (!remove)
		return text == NULL ? NULL : strdup(text);
	*unread = NULL;
	return text;
}

/*
 * A read removes the messages only if a context is current. Otherwise the read itself fails
 * and adds a message, so each read returns a longer text.
 */
const char *aclGetRecentErrMsg(void)
{
	struct thread *t = self();

	if (t->context == 0) {
		t->last = ACL_ERROR_RT_CONTEXT_NULL;
		append_for(t, strdup("EE1018: aclGetRecentErrMsg: the thread has no context"));
	}
	free(t->read);
	if (__atomic_load_n(&messages_shared, __ATOMIC_ACQUIRE)) {
		pthread_mutex_lock(&shared_lock);
		t->read = take(&shared_unread, t->context != 0);
		pthread_mutex_unlock(&shared_lock);
	} else {
		t->read = take(&t->unread, t->context != 0);
	}
	return t->read;
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level)
{
	if (level != ACL_RT_THREAD_LEVEL)
		return ACL_ERROR_INVALID_PARAM;
	return self()->last;
}

aclError aclrtGetLastError(aclrtLastErrLevel level)
{
	const aclError last = aclrtPeekAtLastError(level);

	if (level == ACL_RT_THREAD_LEVEL)
		self()->last = 0;
	return last;
}
