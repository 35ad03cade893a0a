/* SPDX-License-Identifier: Apache-2.0 */

/* Checks that the functions which launch kernels share. */
#ifndef ACLPOOL_LAUNCH_H
#define ACLPOOL_LAUNCH_H

#include "abi.h"

#pragma GCC visibility push(hidden)

/* sim_check_config returns an error for attributes of a launch that exclude each other or do not exist. */
aclError sim_check_config(const char *function, const aclrtLaunchKernelCfg *cfg);

#pragma GCC visibility pop

#endif
