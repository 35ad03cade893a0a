//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "state.h"

/*
 * Functions are registered by name, for streams, devices and aborts of devices. They are called on the thread
 * that makes the call in question, while no lock is held. Streams that are made or destroyed
 * together with a context are not reported.
 */

typedef void (*any_callback)(void);

struct registration {
	struct registration *next;
	char *name;
	any_callback call;
	void *args;
};

static struct registration *of_streams, *of_devices, *of_aborts;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* set registers a function under a name, or removes the name if call is NULL. */
static aclError set(struct registration **list, const char *name, any_callback call, void *args)
{
	struct registration **at = list, *r;

	pthread_mutex_lock(&lock);
	while (*at != NULL && strcmp((*at)->name, name) != 0)
		at = &(*at)->next;
	if (call == NULL) {
		if ((r = *at) != NULL) {
			*at = r->next;
			free(r->name);
			free(r);
		}
	} else {
		if (*at == NULL) {
			*at = calloc(1, sizeof **at);
			(*at)->name = strdup(name);
		}
		(*at)->call = call;
		(*at)->args = args;
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

/* copy returns an array of the registrations, which the caller frees, and their number. */
static struct registration *copy(struct registration *const *list, size_t *count)
{
	struct registration *all = NULL;

	pthread_mutex_lock(&lock);
	*count = 0;
	for (const struct registration *r = *list; r != NULL; r = r->next)
		++*count;
	if (*count > 0 && (all = calloc(*count, sizeof *all)) != NULL) {
		size_t i = 0;
		for (const struct registration *r = *list; r != NULL; r = r->next)
			all[i++] = *r;
	}
	pthread_mutex_unlock(&lock);
	if (all == NULL)
		*count = 0;
	return all;
}

aclError aclrtRegStreamStateCallback(const char *regName, aclrtStreamStateCallback callback, void *args)
{
	REQUIRE(regName);
	return set(&of_streams, regName, (any_callback)callback, args);
}

aclError aclrtRegDeviceStateCallback(const char *regName, aclrtDeviceStateCallback callback, void *args)
{
	REQUIRE(regName);
	return set(&of_devices, regName, (any_callback)callback, args);
}

static void call_for_stream(aclrtStream stream, aclrtStreamState state)
{
	size_t count;
	struct registration *all = copy(&of_streams, &count);

	for (size_t i = 0; i < count; i++)
		((aclrtStreamStateCallback)all[i].call)(stream, state, all[i].args);
	free(all);
}

aclError sim_stream_created(aclrtStream *stream, uint64_t handle, aclError code)
{
	if (code == 0) {
		*stream = (aclrtStream)handle;
		call_for_stream(*stream, ACL_RT_STREAM_STATE_CREATE_POST);
	}
	return code;
}

void sim_stream_destroyed(aclrtStream stream)
{
	if (simStreamLives(sim_context(), HANDLE(stream)))
		call_for_stream(stream, ACL_RT_STREAM_STATE_DESTROY_PRE);
}

void sim_device_state(int32_t device, aclrtDeviceState state)
{
	size_t count;

	if (!simDeviceExists(device))
		return;
	struct registration *all = copy(&of_devices, &count);

	for (size_t i = 0; i < count; i++)
		((aclrtDeviceStateCallback)all[i].call)(device, state, all[i].args);
	free(all);
}

aclError aclrtSetDeviceTaskAbortCallback(const char *regName, aclrtDeviceTaskAbortCallback callback, void *args)
{
	REQUIRE(regName);
	return set(&of_aborts, regName, (any_callback)callback, args);
}

/* call_for_abort returns the first code other than 0 of a function, which ends the calls. */
static int32_t call_for_abort(int32_t device, aclrtDeviceTaskAbortStage stage, uint32_t timeout)
{
	size_t count;
	struct registration *all = copy(&of_aborts, &count);
	int32_t code = 0;

	for (size_t i = 0; i < count && code == 0; i++)
		code = ((aclrtDeviceTaskAbortCallback)all[i].call)(device, stage, timeout, all[i].args);
	free(all);
	return code;
}

aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout)
{
	aclError code = simCheckDevice((char *)__func__, deviceId);

	if (code == 0 && call_for_abort(deviceId, ACL_RT_DEVICE_TASK_ABORT_PRE, timeout) != 0)
		code = sim_refuse(ACL_ERROR_RT_TASK_ABORT_STOP, "EE1018", __func__, "a function that is called before it failed");
	if (code == 0)
		code = simDeviceTaskAbort(deviceId, timeout);
	if (code == 0 && call_for_abort(deviceId, ACL_RT_DEVICE_TASK_ABORT_POST, timeout) != 0)
		code = sim_refuse(ACL_ERROR_RT_TASK_ABORT_STOP, "EE1018", __func__, "a function that is called after it failed");
	return code;
}
