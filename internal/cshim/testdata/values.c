/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Every call returns a value of its own, computed from its arguments, so that a misplaced
 * argument or a truncated result is detected.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

#define HANDLE(number) ((void *)(uintptr_t)(UINT64_C(0xabcd000000000000) | (number)))

static _Thread_local aclrtContext current;

aclError aclrtGetCurrentContext(aclrtContext *c) { *c = current; return current == NULL ? ACLPOOL_NO_CONTEXT : 0; }
aclError aclrtSetCurrentContext(aclrtContext c) { current = c; return 0; }

aclError aclInit(const char *path) { return strcmp(path, "acl.json") == 0 ? 0 : 100003; }
aclError aclFinalizeReference(uint64_t *left) { *left = UINT64_C(1) << 40; return 0; }
aclError aclrtGetVersion(int32_t *a, int32_t *b, int32_t *c) { *a = 1; *b = 17; *c = 3; return 0; }
aclError aclsysGetVersionStr(char *pkg, char *out) { snprintf(out, 128, "%s-9.1.0", pkg); return 0; }
const char *aclrtGetSocName(void) { return "Ascend910B1"; }
aclError aclrtGetDeviceCount(uint32_t *count) { *count = 8; return 0; }
aclError aclrtSetDevice(int32_t id) { current = HANDLE(id); return 0; }
aclError aclrtGetRunMode(aclrtRunMode *mode) { *mode = ACL_HOST; return 0; }

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total)
{
	*free = (UINT64_C(60) << 30) + attr;
	*total = UINT64_C(64) << 30;
	return 0;
}

aclError aclrtDeviceCanAccessPeer(int32_t *can, int32_t id, int32_t peer) { *can = id < peer; return 0; }
aclError aclrtCreateContext(aclrtContext *c, int32_t id) { *c = current = HANDLE(0x100 + id); return 0; }
aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *s) { *s = HANDLE(0x77); return 0; }

aclError aclrtMalloc(void **p, size_t size, aclrtMemMallocPolicy policy) { *p = (void *)(size + policy); return 0; }
aclError aclrtMallocAlign32(void **p, size_t size, aclrtMemMallocPolicy policy) { *p = (void *)(size * 2 + policy); return 0; }
aclError aclrtFree(void *p) { return p == HANDLE(1) ? 0 : 107000; }
aclError aclrtMallocHost(void **p, size_t size) { *p = malloc(size); return 0; }
aclError aclrtFreeHost(void *p) { free(p); return 0; }

/* Device memory at an address contains the bytes of the address. */
aclError aclrtMemcpy(void *dst, size_t max, const void *src, size_t count, aclrtMemcpyKind kind)
{
	if (count > max)
		return 107000;
	switch (kind) {
	case ACL_MEMCPY_HOST_TO_HOST:
		memcpy(dst, src, count);
		return 0;
	case ACL_MEMCPY_DEVICE_TO_HOST:
		memset(dst, (int)(uintptr_t)src & 0xff, count);
		return 0;
	default:
		return 100000;
	}
}

aclError aclrtMemcpyAsync(void *dst, size_t max, const void *src, size_t count, aclrtMemcpyKind kind, aclrtStream stream)
{
	return stream == HANDLE(2) ? aclrtMemcpy(dst, max, src, count, kind) : 107003;
}

aclError aclrtMemset(void *p, size_t max, int32_t value, size_t count)
{
	if (count > max)
		return 107000;
	memset(p, value, count);
	return 0;
}

aclError aclrtMemsetAsync(void *p, size_t max, int32_t value, size_t count, aclrtStream stream)
{
	return stream == HANDLE(2) ? aclrtMemset(p, max, value, count) : 107003;
}

aclError aclrtCreateStream(aclrtStream *s) { *s = HANDLE(2); return 0; }
aclError aclrtCreateStreamWithConfig(aclrtStream *s, uint32_t priority, uint32_t flag) { *s = HANDLE(priority * 256 + flag); return 0; }
aclError aclrtStreamQuery(aclrtStream s, aclrtStreamStatus *status) { *status = s == HANDLE(2) ? ACL_STREAM_STATUS_NOT_READY : ACL_STREAM_STATUS_COMPLETE; return 0; }
aclError aclrtStreamGetId(aclrtStream s, int32_t *id) { *id = s == HANDLE(2) ? -5 : 5; return 0; }
aclError aclrtStreamGetFlags(aclrtStream s, uint32_t *flags) { *flags = s == HANDLE(2) ? ACL_STREAM_PERSISTENT : 0; return 0; }
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream s, int32_t ms) { return s == HANDLE(2) && ms == -1 ? 0 : 507046; }
aclError aclrtStreamWaitEvent(aclrtStream s, aclrtEvent e) { return s == HANDLE(2) && e == HANDLE(3) ? 0 : 107003; }
aclError aclrtSetStreamFailureMode(aclrtStream s, uint64_t mode) { return s == HANDLE(2) && mode == ACL_STOP_ON_FAILURE ? 0 : 207000; }

aclError aclrtCreateEvent(aclrtEvent *e) { *e = HANDLE(3); return 0; }
aclError aclrtCreateEventWithFlag(aclrtEvent *e, uint32_t flag) { *e = HANDLE(0x300 + flag); return 0; }
aclError aclrtCreateEventExWithFlag(aclrtEvent *e, uint32_t flag) { *e = HANDLE(0x400 + flag); return 0; }
aclError aclrtRecordEvent(aclrtEvent e, aclrtStream s) { return e == HANDLE(3) && s == HANDLE(2) ? 0 : 107003; }
aclError aclrtQueryEventStatus(aclrtEvent e, aclrtEventRecordedStatus *status) { *status = e == HANDLE(3) ? ACL_EVENT_RECORDED_STATUS_COMPLETE : ACL_EVENT_RECORDED_STATUS_NOT_READY; return 0; }
aclError aclrtQueryEventWaitStatus(aclrtEvent e, aclrtEventWaitStatus *status) { *status = e == HANDLE(3) ? ACL_EVENT_WAIT_STATUS_NOT_READY : ACL_EVENT_WAIT_STATUS_COMPLETE; return 0; }
aclError aclrtEventElapsedTime(float *ms, aclrtEvent start, aclrtEvent end) { *ms = start < end ? 1.5f : -1.5f; return 0; }

aclError aclrtMemPoolCreate(aclrtMemPool *pool, const aclrtMemPoolProps *p)
{
	for (size_t i = 0; i < sizeof p->reserved; i++)
		if (p->reserved[i] != 0)
			return 100000;
	if (p->allocType != ACL_MEM_ALLOCATION_TYPE_PINNED || p->location.type != ACL_MEM_LOCATION_TYPE_DEVICE)
		return 100000;
	*pool = HANDLE(p->location.id * 0x1000 + (p->maxSize >> 30));
	return 0;
}

static uint64_t attributes[9];

/* Only the first four bytes of the reuse attributes are accessed. */
aclError aclrtMemPoolSetAttr(aclrtMemPool pool, aclrtMemPoolAttr attr, void *value)
{
	(void)pool;
	memcpy(&attributes[attr], value, attr <= ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES ? 4 : 8);
	return 0;
}

aclError aclrtMemPoolGetAttr(aclrtMemPool pool, aclrtMemPoolAttr attr, void *value)
{
	(void)pool;
	memcpy(value, &attributes[attr], attr <= ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES ? 4 : 8);
	return 0;
}

aclError aclrtMemPoolMallocAsync(void **p, size_t size, aclrtMemPool pool, aclrtStream s)
{
	(void)pool;
	(void)s;
	if (size != 0) /* otherwise succeeds without writing */
		*p = HANDLE(size);
	return 0;
}

aclError aclrtMemPoolFreeAsync(void *p, aclrtStream s) { return p == HANDLE(64) && s == HANDLE(2) ? 0 : 107000; }
aclError aclrtMemPoolTrimTo(aclrtMemPool pool, size_t keep) { return pool == HANDLE(4) && keep == 96 ? 0 : 507000; }

aclError aclrtBinaryLoadFromFile(const char *path, aclrtBinaryLoadOptions *options, aclrtBinHandle *binary)
{
	*binary = HANDLE(strlen(path));
	return options == NULL ? 0 : 107000;
}

aclError aclrtBinaryLoadFromData(const void *data, size_t size, const aclrtBinaryLoadOptions *options, aclrtBinHandle *binary)
{
	if (size == 0 || options != NULL)
		return 107000;
	*binary = HANDLE(((const unsigned char *)data)[size - 1]);
	return 0;
}

aclError aclrtBinaryGetFunction(const aclrtBinHandle binary, const char *name, aclrtFuncHandle *function)
{
	if (binary != HANDLE(5))
		return 107017;
	*function = HANDLE(0x500 + strlen(name));
	return 0;
}

aclError aclrtLaunchKernel(aclrtFuncHandle f, uint32_t blocks, const void *args, size_t size, aclrtStream s)
{
	return f == HANDLE(6) && blocks == 40 && args == HANDLE(7) && size == 24 && s == HANDLE(2) ? 0 : 107000;
}

aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle f, uint32_t blocks, aclrtStream s, aclrtLaunchKernelCfg *cfg,
	void *args, size_t size, aclrtPlaceHolderInfo *holders, size_t count)
{
	if (f != HANDLE(6) || s != HANDLE(2) || cfg != NULL || holders != NULL || count != 0)
		return 107000;
	return size == 3 && memcmp(args, "abc", 3) == 0 && blocks == 40 ? 0 : 100000;
}
