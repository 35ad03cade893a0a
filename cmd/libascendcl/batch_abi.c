//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <stdint.h>

#include "call.h"

/* Copies of batches, and where memory is. */

struct batch {
	void **dsts;
	size_t *destMaxs;
	void **srcs;
	size_t *sizes;
	size_t count;
	aclrtMemcpyBatchAttr *attrs;
	size_t *indexes, numAttrs;
};

static aclError bad_batch(const char *function, const char *what)
{
	return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", function, what);
}

/* check_batch checks what the acl layer does. */
static aclError check_batch(const char *function, const struct batch *b)
{
	if (b->dsts == NULL || b->destMaxs == NULL || b->srcs == NULL || b->sizes == NULL || b->attrs == NULL ||
		b->indexes == NULL)
		return sim_null(function, "an array");
	if (b->count == 0)
		return bad_batch(function, "numBatches is 0");
	for (size_t i = 0; i < b->count; i++)
		if (b->sizes[i] > b->destMaxs[i])
			return bad_batch(function, "a size is larger than its destMax");
	for (size_t i = 0; i < b->numAttrs; i++)
		for (size_t j = 0; j < sizeof b->attrs[i].rsv; j++)
			if (b->attrs[i].rsv[j] != 0)
				return bad_batch(function, "rsv of an attribute is not 0");
	return 0;
}

/* copy_batch copies at once, or in the order of *stream. It stores which copy is wrong, SIZE_MAX for none, if wrong is not NULL. */
static aclError copy_batch(const char *function, struct batch b, size_t *wrong, const aclrtStream *stream)
{
	const aclError code = check_batch(function, &b);

	if (wrong != NULL)
		*wrong = SIZE_MAX;
	if (code != 0)
		return code;
	const struct simMemcpyBatch_return r = simMemcpyBatch((char *)function, sim_context(), (void *)b.dsts,
		(void *)b.destMaxs, (void *)b.srcs, (void *)b.sizes, b.count, (void *)b.attrs, (void *)b.indexes, b.numAttrs,
		stream != NULL, stream == NULL ? 0 : HANDLE(*stream));
	if (wrong != NULL && r.r1 != 0)
		*wrong = (size_t)r.r0;
	return r.r1;
}

#define BATCH ((struct batch){dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs})

aclError aclrtMemcpyBatch(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches,
	aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex)
{
	REQUIRE(failIndex);
	return copy_batch(__func__, BATCH, failIndex, NULL);
}

aclError aclrtMemcpyBatchV2(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches,
	aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs)
{
	return copy_batch(__func__, BATCH, NULL, NULL);
}

aclError aclrtMemcpyBatchAsync(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches,
	aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex, aclrtStream stream)
{
	REQUIRE(failIndex);
	return copy_batch(__func__, BATCH, failIndex, &stream);
}

aclError aclrtMemcpyBatchAsyncV2(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches,
	aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs, aclrtStream stream)
{
	return copy_batch(__func__, BATCH, NULL, &stream);
}

aclError aclrtMemGetAddressRange(void *ptr, void **pbase, size_t *psize)
{
	REQUIRE(ptr);
	REQUIRE(pbase);
	REQUIRE(psize);
	const struct simAddressRange_return r = simAddressRange((uintptr_t)ptr);
	if (r.r2 == 0) {
		*pbase = (void *)r.r0;
		*psize = r.r1;
	}
	return r.r2;
}

/* The last argument is reserved. The result is 1 if all addresses are of the types. */
aclError aclrtCheckMemType(void **addrList, uint32_t size, uint32_t memType, uint32_t *checkResult, uint32_t reserve)
{
	(void)reserve;
	REQUIRE(addrList);
	REQUIRE(checkResult);
	RETURN_INTO(checkResult, simCheckMemType(sim_context(), (void *)addrList, size, memType));
}

aclError aclrtMemP2PMap(void *devPtr, size_t size, int32_t dstDevId, uint64_t flags)
{
	REQUIRE(devPtr);
	return simMemP2PMap((uintptr_t)devPtr, size, dstDevId, flags);
}
