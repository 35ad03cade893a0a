/* SPDX-License-Identifier: Apache-2.0 */

/* Functions of the program that the library calls. */
#ifndef ACLPOOL_CALLBACK_H
#define ACLPOOL_CALLBACK_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

typedef void (*sim_callback)(void *);

/* sim_call calls fn with the program's argument. */
void sim_call(sim_callback fn, uintptr_t argument);

/* sim_call_init and sim_call_finalize call functions that are registered for aclInit and aclFinalize,
   by their addresses. */
int32_t sim_call_init(uintptr_t fn, const char *config, size_t length, uintptr_t argument);
int32_t sim_call_finalize(uintptr_t fn, uintptr_t argument);

#pragma GCC visibility pop

#endif
