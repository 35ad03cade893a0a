//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"
#include "simkernel.h"

#pragma GCC visibility push(default)
#include "aclpoolsim.h"

static _Thread_local uint64_t running; /* number of the kernel call on this thread */

int32_t sim_run_kernel(aclpoolSimKernel fn, uintptr_t user, uint8_t *args, size_t size, uint32_t block,
	uint32_t blocks, uint64_t number)
{
	running = number;
	const int32_t code = fn(user, args, size, block, blocks);
	running = 0;
	return code;
}

int aclpoolSimRegisterKernel(const char *name, aclpoolSimKernel fn, uintptr_t user)
{
	REQUIRE(name);
	REQUIRE(fn);
	return simRegisterKernel((char *)name, fn, user);
}

int aclpoolSimLaunch(const char *name, uint32_t blocks, void *stream, const void *args, size_t size)
{
	REQUIRE(name);
	if (size != 0)
		REQUIRE(args);
	return simLaunchByName(sim_context(), (char *)name, blocks, HANDLE(stream), (void *)args, size);
}

void *aclpoolSimMemory(uint64_t addr, size_t size)
{
	return aclpoolSimMemoryOf(running, addr, size);
}

void *aclpoolSimMemoryOf(uint64_t call, uint64_t addr, size_t size)
{
	return call == 0 ? NULL : (void *)simMemory(call, addr, size);
}

const void *aclpoolSimReadMemory(uint64_t addr, size_t size)
{
	return aclpoolSimReadMemoryOf(running, addr, size);
}

const void *aclpoolSimReadMemoryOf(uint64_t call, uint64_t addr, size_t size)
{
	return call == 0 ? NULL : (const void *)simReadMemory(call, addr, size);
}

int aclpoolSimNoteMalloc(uint64_t addr, size_t size, void *stream)
{
	return simNoteMalloc(sim_context(), addr, size, HANDLE(stream));
}

int aclpoolSimNoteFree(uint64_t addr, void *stream)
{
	return simNoteFree(sim_context(), addr, HANDLE(stream));
}

int aclpoolSimFail(const char *why)
{
	if (running != 0 && why != NULL)
		simFail(running, (char *)why);
	return 1;
}

uint64_t aclpoolSimCall(void)
{
	return running;
}

int aclpoolSimGivenUp(uint64_t call)
{
	return simGivenUp(call);
}

int aclpoolSimWaitGivenUp(uint64_t call)
{
	return simWaitGivenUp(call);
}

int aclpoolSimReset(void)
{
	return simReset();
}

uint64_t aclpoolSimCollect(void)
{
	return simCollect();
}
