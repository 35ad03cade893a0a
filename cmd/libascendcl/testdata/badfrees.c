/* SPDX-License-Identifier: Apache-2.0 */

/* Prints the codes of frees of addresses of a pool where no live allocation starts. */

#include "check.h"

enum { MIB = 1 << 20 };

int main(void)
{
	const aclrtMemPoolProps props = {.location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE}, .maxSize = 8 * MIB};
	aclrtMemPool pool;
	aclrtStream stream;
	void *p;

	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&stream));
	OK(aclrtMemPoolCreate(&pool, &props));
	OK(aclrtMemPoolMallocAsync(&p, 2 * MIB, pool, stream));
	printf("inside %d\n", aclrtMemPoolFreeAsync((char *)p + 64, stream));
	printf("never allocated %d\n", aclrtMemPoolFreeAsync((char *)p + 4 * MIB, stream));
	OK(aclrtMemPoolFreeAsync(p, stream));
	printf("freed %d\n", aclrtMemPoolFreeAsync(p, stream));
	OK(aclrtSynchronizeStream(stream));
	OK(aclrtMemPoolDestroy(pool));
	OK(aclrtDestroyStream(stream));
	return 0;
}
