/* SPDX-License-Identifier: Apache-2.0 */

/* Host memory that kernels reach, objects that are exported and imported, and allocators. */

#include <unistd.h>

#include "check.h"

/* The argument is an address, where the kernel adds 1 to 4 words. */
static int increment(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	uint32_t *words = aclpoolSimMemory(*(const uint64_t *)args, 16);

	(void)user, (void)size, (void)block, (void)blocks;
	if (words == NULL)
		return aclpoolSimFail("no memory there");
	for (int i = 0; i < 4; i++)
		words[i]++;
	return 0;
}

static aclrtFuncHandle kernel;
static aclrtStream stream;

static aclError run(void *at)
{
	const uint64_t address = (uintptr_t)at;

	OK(aclrtLaunchKernelWithHostArgs(kernel, 1, stream, NULL, (void *)&address, sizeof address, NULL, 0));
	return aclrtSynchronizeStream(stream);
}

static void registered(void)
{
	static uint32_t words[4] = {1, 2, 3, 4};
	aclrtPtrAttributes attributes;
	void *device, *again;

	OK(aclrtHostRegister(words, sizeof words, ACL_HOST_REGISTER_MAPPED, &device));
	EQUAL(507910, aclrtHostRegister(words, sizeof words, ACL_HOST_REGISTER_MAPPED, &again));
	OK(aclrtHostGetDevicePointer(words, &again, 0));
	CHECK(again == device);
	OK(run(device));
	CHECK(words[0] == 2 && words[3] == 5);
	OK(aclrtPointerGetAttributes(words, &attributes));
	EQUAL(ACL_MEM_LOCATION_TYPE_HOST, attributes.location.type);
	OK(aclrtHostUnregister(words));
	EQUAL(507911, aclrtHostUnregister(words));
	EQUAL(507015, run(device));

	OK(aclrtHostRegisterV2(words, sizeof words, ACL_HOST_REG_PINNED));
	EQUAL(107000, aclrtHostGetDevicePointer(words, &again, 0));
	OK(aclrtHostUnregister(words));
	OK(aclrtHostRegisterV2(words, sizeof words, ACL_HOST_REG_MAPPED));
	OK(aclrtHostGetDevicePointer(words + 1, &again, 0));
	OK(aclrtHostUnregister(words));
	EQUAL(107000, aclrtHostRegisterV2(words, sizeof words, 1));
	EQUAL(100000, aclrtHostRegister(NULL, 1, ACL_HOST_REGISTER_MAPPED, &device));
}

static void managed(void)
{
	const aclrtMemManagedLocation here = {ACL_MEM_LOCATIONTYPE_DEVICE, 0};
	aclrtPtrAttributes attributes;
	uint32_t *words;

	OK(aclrtMemAllocManaged((void **)&words, 64, ACL_RT_MEM_ATTACH_GLOBAL));
	for (uint32_t i = 0; i < 4; i++)
		words[i] = i;
	OK(aclrtMemManagedAdvise(words, 64, 0, here));
	OK(aclrtMemManagedPrefetchAsync(words, 64, here, 0, stream));
	OK(run(words));
	CHECK(words[0] == 1 && words[3] == 4);
	OK(aclrtMemsetAsync(words, 16, 0, 16, stream));
	OK(aclrtSynchronizeStream(stream));
	CHECK(words[0] == 0 && words[3] == 0);
	OK(aclrtPointerGetAttributes(words, &attributes));
	EQUAL(ACL_MEM_LOCATION_TYPE_MANAGED, attributes.location.type);
	EQUAL(107000, aclrtMemManagedAdvise(&words, 8, 0, here));
	OK(aclrtFree(words));
	EQUAL(107000, aclrtMemAllocManaged((void **)&words, 64, 0));
}

static void shared(void)
{
	char key[65], others[65] = "aclpool-sim-1-1";
	int32_t own = getpid(), other = 1;
	aclrtIpcEventHandle handle;
	aclrtEvent event, copy;
	aclrtNotify notify, imported;
	void *memory, *same;

	OK(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclrtIpcMemGetExportKey(memory, 64, key, sizeof key, 0));
	OK(aclrtIpcMemSetImportPid(key, &own, 1));
	EQUAL(200006, aclrtIpcMemSetImportPid(key, &other, 1));
	OK(aclrtIpcMemImportByKey(&same, key, 0));
	CHECK(same == memory);
	unread();
	EQUAL(200006, aclrtIpcMemImportByKey(&same, others, 0));
	CHECK(strstr(aclGetRecentErrMsg(), "one process only") != NULL);
	OK(aclrtIpcMemClose(key));
	EQUAL(107000, aclrtIpcMemClose(key));
	EQUAL(107000, aclrtIpcMemGetExportKey(memory, 64, key, 64, 0));
	OK(aclrtFree(memory));

	OK(aclrtCreateEventExWithFlag(&event, ACL_EVENT_IPC));
	OK(aclrtIpcGetEventHandle(event, &handle));
	OK(aclrtIpcOpenEventHandle(handle, &copy));
	OK(aclrtRecordEvent(event, stream));
	OK(aclrtSynchronizeEvent(copy));
	OK(aclrtDestroyEvent(event));
	OK(aclrtDestroyEvent(copy));
	EQUAL(107000, aclrtIpcOpenEventHandle(handle, &copy));

	OK(aclrtCreateNotify(&notify, 0));
	OK(aclrtNotifyGetExportKey(notify, key, sizeof key, 0));
	OK(aclrtNotifySetImportPid(notify, &own, 1));
	OK(aclrtNotifyImportByKey(&imported, key, 0));
	OK(aclrtRecordNotify(notify, stream));
	OK(aclrtWaitAndResetNotify(imported, stream, 0));
	OK(aclrtSynchronizeStream(stream));
	OK(aclrtDestroyNotify(notify));
	OK(aclrtDestroyNotify(imported));
	EQUAL(200006, aclrtNotifyImportByKey(&imported, others, 0));
}

static int allocated;

static void *allocate(aclrtAllocator allocator, size_t size)
{
	++*(int *)allocator;
	return malloc(size);
}

static void give_back(aclrtAllocator allocator, aclrtAllocatorBlock block)
{
	--*(int *)allocator;
	free(block);
}

static void *address_of(aclrtAllocatorBlock block)
{
	return block;
}

static void allocators(void)
{
	aclrtAllocatorGetAddrFromBlockFunc address;
	aclrtAllocatorAllocAdviseFunc advise;
	aclrtAllocatorDesc desc = aclrtAllocatorCreateDesc(), got;
	aclrtAllocatorAllocFunc alloc;
	aclrtAllocatorFreeFunc release;
	aclrtAllocator object;
	aclrtStream other;
	int more = 0;

	OK(aclrtCreateStream(&other));
	OK(aclrtAllocatorSetObjToDesc(desc, &allocated));
	OK(aclrtAllocatorSetAllocFuncToDesc(desc, allocate));
	OK(aclrtAllocatorSetFreeFuncToDesc(desc, give_back));
	EQUAL(100000, aclrtAllocatorRegister(stream, desc));
	OK(aclrtAllocatorSetGetAddrFromBlockFuncToDesc(desc, address_of));
	EQUAL(100000, aclrtAllocatorSetFreeFuncToDesc(desc, NULL));
	EQUAL(100000, aclrtAllocatorRegister(NULL, desc));
	OK(aclrtAllocatorRegister(stream, desc));
	OK(aclrtAllocatorGetByStream(stream, &got, &object, &alloc, &release, &advise, &address));
	CHECK(got == desc && object == &allocated && advise == NULL);
	OK(aclrtAllocatorSetObjToDesc(desc, &more));
	OK(aclrtAllocatorRegister(other, desc));
	OK(aclrtAllocatorGetByStream(stream, &got, &object, NULL, NULL, NULL, NULL));
	CHECK(object == &allocated); /* each stream has its own */
	OK(aclrtAllocatorRegister(stream, desc));
	OK(aclrtAllocatorGetByStream(stream, &got, &object, NULL, NULL, NULL, NULL));
	CHECK(object == &more); /* the last registration counts */
	OK(aclrtAllocatorSetObjToDesc(desc, &allocated));
	OK(aclrtAllocatorRegister(stream, desc));
	OK(aclrtAllocatorGetByStream(stream, &got, &object, NULL, NULL, NULL, NULL));
	OK(aclrtAllocatorDestroyDesc(desc)); /* the values were copied */
	EQUAL(107017, aclrtAllocatorDestroyDesc(desc));
	EQUAL(107017, aclrtAllocatorRegister(stream, desc));
	OK(aclrtAllocatorGetByStream(stream, &got, NULL, NULL, NULL, NULL, NULL));
	void *block = alloc(object, 16); /* what is registered is what is called */
	EQUAL(1, allocated);
	CHECK(address(block) == block);
	release(object, block);
	EQUAL(0, allocated);
	OK(aclrtMalloc(&block, 64, ACL_MEM_MALLOC_HUGE_FIRST)); /* does not go through it */
	EQUAL(0, allocated);
	OK(aclrtFree(block));
	OK(aclrtAllocatorUnregister(stream));
	OK(aclrtAllocatorUnregister(stream));
	EQUAL(100000, aclrtAllocatorGetByStream(stream, &got, NULL, NULL, NULL, NULL, NULL));
	OK(aclrtAllocatorGetByStream(other, &got, NULL, NULL, NULL, NULL, NULL));
	OK(aclrtAllocatorUnregister(other));
	OK(aclrtDestroyStream(other));
}

int main(void)
{
	static const char names[] = "aclpool-sim 1\nincrement\n";
	aclrtBinHandle binary;

	OK(aclpoolSimRegisterKernel("increment", increment, 0));
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&stream));
	OK(aclrtBinaryLoadFromData(names, sizeof names - 1, NULL, &binary));
	OK(aclrtBinaryGetFunction(binary, "increment", &kernel));
	registered();
	managed();
	shared();
	allocators();
	return 0;
}
