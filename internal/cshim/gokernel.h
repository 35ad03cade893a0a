/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What the simulated device as a C library has besides ACL, see cmd/libascendcl. Nothing
 * of it is in a library of the vendor; each function says so.
 */
#ifndef ACLPOOL_GOKERNEL_H
#define ACLPOOL_GOKERNEL_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { ACLPOOL_SIM_OVERFLOW = 207003 };

/* aclpool_sim_look finds the functions once the library is loaded, and answers if they are there. */
int aclpool_sim_look(void);

/* Registers a kernel in Go, of which user is the handle. */
int32_t aclpool_sim_register(const char *name, uintptr_t user);

/* For a kernel that runs, on its thread. */
void *aclpool_sim_memory(uint64_t address, uint64_t size);
void aclpool_sim_fail(const char *why);

/* Waits until the device gives up on a call, 1, or it has returned, 0. */
int32_t aclpool_sim_wait_given_up(uint64_t call);

/* Throws the machine away. */
int32_t aclpool_sim_reset(void);

#pragma GCC visibility pop

#endif
