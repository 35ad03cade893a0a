/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The state of the calling thread: its current context, its unread error messages and the
 * code of its last failure. Discarding the machine clears the state of all threads.
 */
#ifndef ACLPOOL_THREAD_H
#define ACLPOOL_THREAD_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/*
 * sim_context returns the current context or 0. The context may have been destroyed. On a thread
 * without one it first sets the default device, if the file of aclInit names one.
 */
uintptr_t sim_context(void);

/* sim_current is sim_context without a default device. */
uintptr_t sim_current(void);

/*
 * sim_configure sets the device of threads that have none, -1 for none, and whether all threads
 * share the messages of errors.
 */
void sim_configure(int32_t device, int shared);

/* sim_bind makes a context current. 0 means none. */
void sim_bind(uintptr_t context);

/*
 * sim_failed records a failure of this thread: its code, if the runtime keeps such a code as
 * the last error, and its message, if the runtime has one. It frees text, which malloc
 * allocated.
 */
void sim_failed(int32_t code, char *text);

/* sim_last returns the code of the last failure, and sim_set_last replaces it. */
int32_t sim_last(void);
void sim_set_last(int32_t code);

/*
 * sim_refuse_above is sim_refuse for an argument that the acl layer refuses with a code of the
 * runtime, which is not kept as the last error.
 */
int32_t sim_refuse_above(int32_t code, const char *function, const char *what);

/* sim_fail is sim_failed for a text that the caller keeps. It returns the code. */
int32_t sim_fail(int32_t code, const char *text);

/* sim_refuse is sim_fail for the text "id: function: what". */
int32_t sim_refuse(int32_t code, const char *id, const char *function, const char *what);

/* sim_null records that an argument is NULL and returns the code for that. */
int32_t sim_null(const char *function, const char *argument);

/* sim_null_rt is sim_null for a function whose arguments the runtime checks. */
int32_t sim_null_rt(const char *function, const char *argument);

/*
 * sim_unsupported records that a function is not simulated. It prints that to standard error
 * once per function: *said is the function's flag for it.
 */
void sim_unsupported(const char *function, int *said);

/* sim_new_generation clears the state of every thread. */
void sim_new_generation(void);

/* sim_free frees a text. */
void sim_free(char *text);

#pragma GCC visibility pop

#endif
