//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"

aclpool_table aclpool_fn;

#define ACLPOOL_NAME(name, result, parameters) #name,
static const char *const names[] = {ACLPOOL_SYMBOLS(ACLPOOL_NAME)};
#undef ACLPOOL_NAME

enum { SYMBOLS = sizeof names / sizeof *names };

_Static_assert(sizeof(aclpool_table) == SYMBOLS * sizeof(void *), "the table holds one pointer for each name");

/* aclpool_symbol answers the i-th name of the table, NULL behind the last. */
const char *aclpool_symbol(size_t i, int *present)
{
	void *pointer;

	if (i >= SYMBOLS)
		return NULL;
	memcpy(&pointer, (const char *)&aclpool_fn + i * sizeof pointer, sizeof pointer);
	*present = pointer != NULL;
	return names[i];
}

/* look fills the table. dlsym searches the libraries below the handle as well. */
static void look(void *handle, aclpool_table *table)
{
	for (size_t i = 0; i < SYMBOLS; i++) {
		void *pointer = dlsym(handle, names[i]);
		memcpy((char *)table + i * sizeof pointer, &pointer, sizeof pointer);
	}
}

/* fault answers why a library that could be opened is not the one, NULL if it is. */
static const char *fault(const aclpool_table *table, int *code)
{
	uint32_t count = 0;

	*code = 0;
	if (table->aclInit == NULL || table->aclrtGetDeviceCount == NULL || table->aclrtGetCurrentContext == NULL ||
		table->aclrtSetCurrentContext == NULL)
		return "not an ACL library: aclInit, aclrtGetDeviceCount, aclrtGetCurrentContext or "
		       "aclrtSetCurrentContext is missing";
	*code = table->aclrtGetDeviceCount(&count); /* harmless before aclInit */
	if (*code == ACLPOOL_STUB_LIBRARY)
		return "a link-time stub from a devlib folder: every call answers 100039 (ACL_ERROR_COMPILING_STUB_MODE)";
	return NULL;
}

/* where answers the path of a loaded library, for Go to free. */
static char *where(void *handle, const char *name)
{
	struct link_map *map = NULL;

	if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map->l_name != NULL && map->l_name[0] != 0)
		name = map->l_name;
	return strdup(name);
}

/*
 * aclpool_open opens one candidate, or only looks whether it is loaded already.
 *
 * RTLD_NOW: what the library cannot resolve is an error here and now, not the end of the
 * process at some later call. RTLD_GLOBAL: the library loads plugins of its own, and
 * those find its symbols as they do in a program that was linked with it.
 *
 * The trace module of the library takes signals that Go relies on, unless the environment
 * tells it not to at the moment when it loads. What the user has set stays.
 */
aclpool_opened aclpool_open(const char *name, int loaded_already)
{
	aclpool_opened opened = {0};
	aclpool_table table;
	const char *why;
	void *handle;
	int code;

	setenv("ASCEND_COREDUMP_SIGNAL", "none", 0);
	handle = dlopen(name, RTLD_NOW | RTLD_GLOBAL | (loaded_already ? RTLD_NOLOAD : 0));
	if (handle == NULL) {
		why = dlerror();
		if (!loaded_already)
			opened.error = strdup(why != NULL ? why : "the loader gives no reason");
		return opened;
	}
	look(handle, &table);
	why = fault(&table, &code);
	opened.repaired = aclpool_repair_signals();
	if (why != NULL) {
		char *path = where(handle, name);

		if (asprintf(&opened.error, "%s: %s", path != NULL ? path : name, why) < 0)
			opened.error = strdup(why);
		free(path);
		dlclose(handle); /* or it would be found by its name in place of the real one */
		return opened;
	}
	aclpool_fn = table;
	if (code != 0)
		aclpool_skip(); /* the look at the device count has left a text */
	opened.path = where(handle, name);
	return opened;
}
