/* SPDX-License-Identifier: Apache-2.0 */

/* Checks for the C programs of the tests. A program exits with 1 at the first failed check. */
#ifndef CHECK_H
#define CHECK_H

#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../abi.h"
#include "../aclpoolsim.h"

/* MAYBE declares that a release may lack a function; HAS reports whether it has it. */
#define MAYBE(function) extern __typeof__(function) function __attribute__((weak))
#define HAS(function) ((function) != NULL)

#define CHECK(what)                                                              \
	do {                                                                     \
		if (!(what)) {                                                   \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
			exit(1);                                                 \
		}                                                                \
	} while (0)

#define EQUAL(want, got)                                                                            \
	do {                                                                                        \
		const long long want_ = (long long)(want), got_ = (long long)(got);                 \
		if (want_ != got_) {                                                                \
			fprintf(stderr, "%s:%d: %s is %lld: want %lld\n", __FILE__, __LINE__, #got, got_, want_); \
			exit(1);                                                                    \
		}                                                                                   \
	} while (0)

MAYBE(aclGetRecentErrMsg); /* a program that opens the library by hand is not linked with it */

/* OK also prints what the library says of a failure. */
#define OK(call)                                                                            \
	do {                                                                                \
		const int code_ = (call);                                                   \
		if (code_ != 0) {                                                           \
			const char *why_ = HAS(aclGetRecentErrMsg) ? aclGetRecentErrMsg() : NULL; \
			fprintf(stderr, "%s:%d: %s is %d: %s\n", __FILE__, __LINE__, #call, \
				code_, why_ == NULL ? "" : why_);                           \
			exit(1);                                                            \
		}                                                                           \
	} while (0)

/* on_thread runs f on a thread of its own and waits for it. */
static inline void on_thread(void *(*f)(void *), void *argument)
{
	pthread_t thread;

	CHECK(pthread_create(&thread, NULL, f, argument) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
}

/* unread drops the unread error messages of this thread, which needs a context. */
static inline void unread(void)
{
	(void)aclGetRecentErrMsg();
	CHECK(aclGetRecentErrMsg() == NULL);
}

static inline aclrtContext current(void)
{
	aclrtContext c = NULL;

	return aclrtGetCurrentContext(&c) == 0 ? c : NULL;
}

#endif
