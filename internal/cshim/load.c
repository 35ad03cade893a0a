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

_Static_assert(sizeof(aclpool_table) == SYMBOLS * sizeof(void *), "the table has one pointer per name");

/* aclpool_symbol returns name number i of the table, or NULL after the last one. */
const char *aclpool_symbol(size_t i, int *present)
{
	void *pointer;

	if (i >= SYMBOLS)
		return NULL;
	memcpy(&pointer, (const char *)&aclpool_fn + i * sizeof pointer, sizeof pointer);
	*present = pointer != NULL;
	return names[i];
}

/* fill_table looks up the functions. dlsym searches the dependencies of the library too. */
static void fill_table(void *handle, aclpool_table *table)
{
	for (size_t i = 0; i < SYMBOLS; i++) {
		void *pointer = dlsym(handle, names[i]);
		memcpy((char *)table + i * sizeof pointer, &pointer, sizeof pointer);
	}
}

/* unusable returns why a library that could be opened cannot be used, or NULL if it can. */
static const char *unusable(const aclpool_table *table, int *code)
{
	uint32_t count = 0;

	*code = 0;
	if (table->aclInit == NULL || table->aclrtGetDeviceCount == NULL || table->aclrtGetCurrentContext == NULL ||
		table->aclrtSetCurrentContext == NULL)
		return "not an ACL library: aclInit, aclrtGetDeviceCount, aclrtGetCurrentContext or "
		       "aclrtSetCurrentContext is missing";
	*code = table->aclrtGetDeviceCount(&count); /* harmless before aclInit */
	if (*code == ACLPOOL_STUB_LIBRARY)
		return "a link-time stub from a devlib folder: every call returns 100039 (ACL_ERROR_COMPILING_STUB_MODE)";
	return NULL;
}

/* path_of returns the path of a loaded library. The caller frees it. */
static char *path_of(void *handle, const char *name)
{
	struct link_map *map = NULL;

	if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map->l_name != NULL && map->l_name[0] != 0)
		name = map->l_name;
	return strdup(name);
}

/*
 * aclpool_open opens the library name. If loaded_already is set, it succeeds only if the
 * library is already in the process.
 *
 * RTLD_NOW makes an unresolved symbol an error here; otherwise it would end the process in
 * a later call. RTLD_GLOBAL lets plugins that the library loads find its symbols, as in a
 * program that was linked with it.
 *
 * While it loads, the library's trace module installs handlers for signals that Go relies
 * on, unless the environment variable forbids it. A value set by the user is kept.
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
			opened.error = strdup(why != NULL ? why : "the loader gave no reason");
		return opened;
	}
	fill_table(handle, &table);
	why = unusable(&table, &code);
	opened.repaired = aclpool_repair_signals();
	if (why != NULL) {
		char *path = path_of(handle, name);

		if (asprintf(&opened.error, "%s: %s", path != NULL ? path : name, why) < 0)
			opened.error = strdup(why);
		free(path);
		dlclose(handle); /* otherwise dlopen would find it by name in place of the real one */
		return opened;
	}
	aclpool_fn = table;
	if (code != 0)
		aclpool_skip(); /* the call above has left a message */
	opened.path = path_of(handle, name);
	return opened;
}
