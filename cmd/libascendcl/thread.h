/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What belongs to the calling thread: its current context, the texts of failures that it
 * has not read, and the code of its last one. All of it is forgotten when the machine is
 * thrown away.
 */
#ifndef ACLPOOL_THREAD_H
#define ACLPOOL_THREAD_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* sim_context answers the current context, 0 for none. It may be gone by now. */
uintptr_t sim_context(void);

/* sim_bind makes a context current, 0 for none. */
void sim_bind(uintptr_t context);

/* sim_failed notes a failure of this thread. It takes over the text, made by malloc. */
void sim_failed(int32_t code, char *text);

/* sim_fail is sim_failed for a text that stays the caller's, and answers the code. */
int32_t sim_fail(int32_t code, const char *text);

/* sim_null notes that an argument is NULL, and answers the code for it. */
int32_t sim_null(const char *function, const char *argument);

/*
 * sim_unsupported notes that a function is not simulated, and says so on standard error,
 * once: *said is where the function keeps that it has.
 */
void sim_unsupported(const char *function, int *said);

/* sim_new_generation makes every thread forget what it has. */
void sim_new_generation(void);

/* sim_free frees a text. */
void sim_free(char *text);

#pragma GCC visibility pop

#endif
