/* SPDX-License-Identifier: Apache-2.0 */

#ifndef ACLPOOL_SIMKERNEL_H
#define ACLPOOL_SIMKERNEL_H

#include "aclpoolsim.h"

/* sim_run_kernel calls a kernel; number identifies the call. */
__attribute__((visibility("hidden"))) int32_t sim_run_kernel(aclpoolSimKernel fn, uintptr_t user, uint8_t *args,
	size_t size, uint32_t block, uint32_t blocks, uint64_t number);

#endif
