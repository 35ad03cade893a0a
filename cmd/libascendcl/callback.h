/* SPDX-License-Identifier: Apache-2.0 */

/* Functions of the program that the library calls. */
#ifndef ACLPOOL_CALLBACK_H
#define ACLPOOL_CALLBACK_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

typedef void (*sim_callback)(void *);

/* sim_call calls fn with the program's argument. */
void sim_call(sim_callback fn, uintptr_t argument);

#pragma GCC visibility pop

#endif
