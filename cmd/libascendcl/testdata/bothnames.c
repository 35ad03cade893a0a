/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Opens the library by each of its names. Both are one library: a device that is set through
 * one name is current through the other.
 */

#include <dlfcn.h>

#include "check.h"

static void *opened(const char *name)
{
	void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);

	if (library == NULL)
		fprintf(stderr, "%s\n", dlerror());
	CHECK(library != NULL);
	return library;
}

int main(void)
{
	void *one = opened("libascendcl.so"), *other = opened("libacl_rt.so");
	int32_t device = -1;

	CHECK(one == other);
	EQUAL(0, ((__typeof__(aclrtSetDevice) *)dlsym(one, "aclrtSetDevice"))(0));
	EQUAL(0, ((__typeof__(aclrtGetDevice) *)dlsym(other, "aclrtGetDevice"))(&device));
	EQUAL(0, device);
	return 0;
}
