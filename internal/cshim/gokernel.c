//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#define _GNU_SOURCE

#include <dlfcn.h>

#include "abi.h"
#include "gokernel.h"

#include "_cgo_export.h"

typedef int (*kernel)(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks);

static int (*sim_register)(const char *name, kernel fn, uintptr_t user);
static void *(*sim_memory)(uint64_t call, uint64_t address, size_t size);
static void *(*sim_read_memory)(uint64_t call, uint64_t address, size_t size); /* older libraries lack it */
static int (*sim_fail)(const char *why);
static uint64_t (*sim_call)(void);
static int (*sim_wait_given_up)(uint64_t call);
static int (*sim_reset)(void);

int aclpool_sim_find(void)
{
	sim_register = (int (*)(const char *, kernel, uintptr_t))dlsym(RTLD_DEFAULT, "aclpoolSimRegisterKernel");
	sim_memory = (void *(*)(uint64_t, uint64_t, size_t))dlsym(RTLD_DEFAULT, "aclpoolSimMemoryOf");
	sim_read_memory = (void *(*)(uint64_t, uint64_t, size_t))dlsym(RTLD_DEFAULT, "aclpoolSimReadMemoryOf");
	sim_fail = (int (*)(const char *))dlsym(RTLD_DEFAULT, "aclpoolSimFail");
	sim_call = (uint64_t (*)(void))dlsym(RTLD_DEFAULT, "aclpoolSimCall");
	sim_wait_given_up = (int (*)(uint64_t))dlsym(RTLD_DEFAULT, "aclpoolSimWaitGivenUp");
	sim_reset = (int (*)(void))dlsym(RTLD_DEFAULT, "aclpoolSimReset");
	return sim_register != NULL && sim_memory != NULL && sim_fail != NULL && sim_call != NULL &&
		sim_wait_given_up != NULL && sim_reset != NULL;
}

/* The library calls run for every kernel in Go, on a thread of its own. */
static int run(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	return aclpoolRunKernel(user, (void *)args, size, block, blocks, sim_call());
}

int32_t aclpool_sim_register(const char *name, uintptr_t user)
{
	return sim_register == NULL ? ACLPOOL_NO_SYMBOL : sim_register(name, run, user);
}

void *aclpool_sim_memory(uint64_t call, uint64_t address, uint64_t size)
{
	return sim_memory(call, address, size);
}

void *aclpool_sim_read_memory(uint64_t call, uint64_t address, uint64_t size)
{
	return (sim_read_memory == NULL ? sim_memory : sim_read_memory)(call, address, size);
}

void aclpool_sim_fail(const char *why)
{
	sim_fail(why);
}

int32_t aclpool_sim_wait_given_up(uint64_t call)
{
	return sim_wait_given_up(call);
}

int32_t aclpool_sim_reset(void)
{
	return sim_reset == NULL ? ACLPOOL_NO_SYMBOL : sim_reset();
}
