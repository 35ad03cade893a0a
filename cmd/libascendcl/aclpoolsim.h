/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Functions that the simulated device has in addition to ACL. Only libascendcl.so built from
 * cmd/libascendcl exports them; the vendor's libraries do not. All of them may be called
 * from any thread.
 */
#ifndef ACLPOOLSIM_H
#define ACLPOOLSIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A kernel. It is called on a thread of the library, in the order of the stream, once for
 * each block of a launch, one block after the other. args points to the arguments of the
 * launch, size bytes that are valid until the kernel returns. It returns 0,
 * ACLPOOL_SIM_OVERFLOW, or any other value to fail the stream. It must not call ACL.
 */
typedef int (*aclpoolSimKernel)(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks);

/* Reports numeric overflow: the next synchronize returns an error; the stream continues. */
#define ACLPOOL_SIM_OVERFLOW 207003

/*
 * Registers a kernel under a name for the life of the process. user is passed to each call.
 * A program loads the kernel from a binary: a text whose first line is "aclpool-sim 1" and
 * whose other lines are names of kernels. Returns 0, or 100000 if name or fn is NULL, or if
 * the name is registered already, is empty, or contains a space or a '#'.
 */
int aclpoolSimRegisterKernel(const char *name, aclpoolSimKernel fn, uintptr_t user);

/*
 * Launches a registered kernel on a stream, or on the default stream if stream is NULL,
 * without a binary: in place of name<<<blocks, ..., stream>>>(...), which needs the vendor's
 * compiler. args is copied, size bytes; both may be 0. Returns a code of ACL, 107000 if no
 * kernel has the name.
 */
int aclpoolSimLaunch(const char *name, uint32_t blocks, void *stream, const void *args, size_t size);

/*
 * Returns size bytes of device memory, which the kernel may read and write until it returns.
 * It must be called by a running kernel, on the kernel's thread. Returns NULL outside a
 * kernel, and if the bytes are not in a single live allocation that the device can reach, or
 * the device may only read them.
 */
void *aclpoolSimMemory(uint64_t addr, size_t size);

/*
 * The same for memory that the kernel only reads. It is the only one that returns memory of a
 * mapping that the device may only read (aclrtMemSetAccess).
 */
const void *aclpoolSimReadMemory(uint64_t addr, size_t size);

/* The same for the kernel call with that number, on any thread, until the kernel returns. */
void *aclpoolSimMemoryOf(uint64_t call, uint64_t addr, size_t size);
const void *aclpoolSimReadMemoryOf(uint64_t call, uint64_t addr, size_t size);

/*
 * Tell the library of blocks that the program carves out of larger allocations, so that with
 * ACLPOOL_SIM_HAZARDS it finds violations of the order in which streams use them. Otherwise they do
 * nothing. aclpoolSimNoteMalloc: size bytes at addr are a block, for use from the next operation of
 * the stream on. aclpoolSimNoteFree: the block at addr is not used after what the stream was told
 * to do. NULL is the default stream. They return 0, or a code of ACL.
 */
int aclpoolSimNoteMalloc(uint64_t addr, size_t size, void *stream);
int aclpoolSimNoteFree(uint64_t addr, void *stream);

/* Sets the reason of a failure, for the error message. Returns 1, for the kernel to return. */
int aclpoolSimFail(const char *why);

/* Returns the number of the kernel call that runs on this thread, or 0. */
uint64_t aclpoolSimCall(void);

/*
 * aclpoolSimGivenUp returns 1 if the device has given up on the kernel call with that number,
 * otherwise 0. The device gives up if the stream is aborted or destroyed by force, and if
 * the machine is reset; it then ignores the kernel's result. aclpoolSimWaitGivenUp waits
 * until the device has given up and returns 1, or until the kernel has returned and
 * returns 0. Any thread may wait.
 */
int aclpoolSimGivenUp(uint64_t call);
int aclpoolSimWaitGivenUp(uint64_t call);

/*
 * Waits for running kernels, then discards the machine and everything on it. The next call
 * creates a new one from the ACLPOOL_SIM variables. Threads have no context afterwards.
 * Registered kernels stay registered. Returns 0.
 */
int aclpoolSimReset(void);

/*
 * Runs the garbage collector of the library's Go runtime, for tests. Returns how often it
 * has run.
 */
uint64_t aclpoolSimCollect(void);

#ifdef __cplusplus
}
#endif

#endif
