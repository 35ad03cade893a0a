/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The functions that the simulated device as a C library has in addition to ACL; see
 * cmd/libascendcl. The vendor's libraries do not have them.
 */
#ifndef ACLPOOL_GOKERNEL_H
#define ACLPOOL_GOKERNEL_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { ACLPOOL_SIM_OVERFLOW = 207003 };

/* aclpool_sim_find looks up the functions and returns 1 if the library has all of them. It
 * is called once, after loading. */
int aclpool_sim_find(void);

/* Registers a kernel in Go; user is its handle. */
int32_t aclpool_sim_register(const char *name, uintptr_t user);

/* Returns memory that a running kernel may access, on any thread. */
void *aclpool_sim_memory(uint64_t call, uint64_t address, uint64_t size);

/* The same for memory that the kernel only reads. */
void *aclpool_sim_read_memory(uint64_t call, uint64_t address, uint64_t size);

/* To be called on the thread of a running kernel. */
void aclpool_sim_fail(const char *why);

/* Waits until the device gives up on a call and returns 1, or until the call has returned
 * and returns 0. */
int32_t aclpool_sim_wait_given_up(uint64_t call);

/* Discards the simulated machine; the next ACL call creates another one. */
int32_t aclpool_sim_reset(void);

#pragma GCC visibility pop

#endif
