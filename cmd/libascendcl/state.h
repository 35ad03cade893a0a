/* SPDX-License-Identifier: Apache-2.0 */

/* Calls of the functions that the program has registered for states of streams and devices. */
#ifndef ACLPOOL_STATE_H
#define ACLPOOL_STATE_H

#include "abi.h"

#pragma GCC visibility push(hidden)

/* sim_stream_created stores a new stream unless code is an error, calls the functions, and returns code. */
aclError sim_stream_created(aclrtStream *stream, uint64_t handle, aclError code);
void sim_stream_destroyed(aclrtStream stream);

void sim_device_state(int32_t device, aclrtDeviceState state);

#pragma GCC visibility pop

#endif
