//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <pthread.h>
#include <stdlib.h>

#include "made.h"

struct made {
	struct made *next;
	enum sim_kind kind;
	max_align_t object[];
};

static struct made *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* find returns where an object is linked, or the end of the list. The lock is held. */
static struct made **find(enum sim_kind kind, const void *object)
{
	struct made **at = &all;

	while (*at != NULL && ((*at)->object != object || (*at)->kind != kind))
		at = &(*at)->next;
	return at;
}

void *sim_make(enum sim_kind kind, size_t size)
{
	struct made *m = calloc(1, sizeof *m + size);

	if (m == NULL)
		return NULL;
	m->kind = kind;
	pthread_mutex_lock(&lock);
	m->next = all;
	all = m;
	pthread_mutex_unlock(&lock);
	return m->object;
}

int sim_is_made(enum sim_kind kind, const void *object)
{
	pthread_mutex_lock(&lock);
	const int is = *find(kind, object) != NULL;
	pthread_mutex_unlock(&lock);
	return is;
}

int sim_unmake(enum sim_kind kind, const void *object)
{
	pthread_mutex_lock(&lock);
	struct made **at = find(kind, object), *gone = *at;
	if (gone != NULL)
		*at = gone->next;
	pthread_mutex_unlock(&lock);
	free(gone);
	return gone != NULL;
}
