//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"
#include "launch.h"

/* Attributes of a launch are checked. They mean nothing to a kernel in Go or C. */

enum { LAST_SCHEDULE_MODE = 2 };

static aclError bad_config(const char *function, const char *what)
{
	return sim_refuse(ACL_ERROR_RT_PARAM_INVALID, "EE1003", function, what);
}

/* The switches, which are 0 or 1, share their place in the union. */
static int is_switch(aclrtLaunchKernelAttrId id)
{
	return id == ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH || id == ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP ||
		id == ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING;
}

aclError sim_check_config(const char *function, const aclrtLaunchKernelCfg *cfg)
{
	int seconds = 0, microseconds = 0;

	if (cfg == NULL)
		return 0;
	if (cfg->attrs == NULL)
		return bad_config(function, "attrs is NULL");
	const aclrtLaunchKernelAttr *attrs = cfg->attrs;
	for (size_t i = 0; i < cfg->numAttrs; i++) {
		seconds |= attrs[i].id == ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT;
		microseconds |= attrs[i].id == ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US;
		if (is_switch(attrs[i].id) && attrs[i].value.isDataDump > 1)
			return bad_config(function, "a switch is neither 0 nor 1");
		if (attrs[i].id == ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE && attrs[i].value.schemMode > LAST_SCHEDULE_MODE)
			return bad_config(function, "the schedule mode is none of 0, 1 and 2");
	}
	if (seconds && microseconds)
		return bad_config(function, "the timeout is given in seconds and in microseconds");
	return 0;
}

/* argsData is device memory. */
static aclError launch(const char *function, aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData,
	size_t argsSize, const aclrtLaunchKernelCfg *cfg, aclrtStream stream)
{
	const aclError code = sim_check_config(function, cfg);

	if (code != 0)
		return code;
	return simLaunchKernel(sim_context(), HANDLE(funcHandle), numBlocks, (uintptr_t)argsData, argsSize, HANDLE(stream));
}

aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize,
	aclrtStream stream)
{
	REQUIRE(funcHandle);
	REQUIRE(argsData);
	return launch(__func__, funcHandle, numBlocks, argsData, argsSize, NULL, stream);
}

aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize,
	aclrtLaunchKernelCfg *cfg, aclrtStream stream)
{
	REQUIRE(funcHandle);
	REQUIRE(argsData);
	return launch(__func__, funcHandle, numBlocks, argsData, argsSize, cfg, stream);
}

aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
	aclrtLaunchKernelCfg *cfg, void *hostArgs, size_t argsSize, aclrtPlaceHolderInfo *placeHolderArray,
	size_t placeHolderNum)
{
	REQUIRE(funcHandle);
	if ((uint32_t)argsSize != 0)
		REQUIRE(hostArgs);
	if (placeHolderNum != 0)
		REQUIRE(placeHolderArray);
	const aclError code = sim_check_config(__func__, cfg);
	if (code != 0)
		return code;
	return simLaunchKernelWithPlaceHolders((char *)__func__, sim_context(), HANDLE(funcHandle), numBlocks, HANDLE(stream),
		hostArgs, (uint32_t)argsSize, /* the vendor's library ignores the upper 32 bits, too */
		(void *)placeHolderArray, placeHolderNum);
}

/* Kernels that work in threads: no product that is simulated has them. */

#define NO_THREADS sim_refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "EE1016", __func__, "the product has no threads in vector cores")

aclError aclrtLaunchSIMTKernelWithArgsArray(void *func, dim3 gridDim, dim3 blockDim, size_t dynUbufSize,
	aclrtStream stream, aclrtLaunchKernelCfg *cfg, void **args)
{
	(void)gridDim, (void)blockDim, (void)dynUbufSize, (void)stream, (void)cfg, (void)args;
	REQUIRE(func);
	return NO_THREADS;
}

aclError aclrtLaunchSIMTKernelWithHostArgs(void *func, dim3 gridDim, dim3 blockDim, size_t dynUbufSize,
	aclrtStream stream, aclrtLaunchKernelCfg *cfg, void *hostArgs, size_t argsSize,
	aclrtPlaceHolderInfo *placeHolderArray, size_t placeHolderNum)
{
	(void)gridDim, (void)blockDim, (void)dynUbufSize, (void)stream, (void)cfg, (void)hostArgs, (void)argsSize;
	(void)placeHolderArray, (void)placeHolderNum;
	REQUIRE(func);
	return NO_THREADS;
}
