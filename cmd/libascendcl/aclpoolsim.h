/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What the simulated device has besides ACL. These functions are in libascendcl.so as
 * cmd/libascendcl makes it, and in no library of the vendor. All are safe to call from any
 * thread.
 */
#ifndef ACLPOOLSIM_H
#define ACLPOOLSIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A kernel. It runs when its turn in the stream has come, on a thread of the library, once
 * for every block of a launch, one after the other. args are the size bytes of the
 * launch; they are good until it returns. Anything but 0 fails the stream, except
 * ACLPOOL_SIM_OVERFLOW. It must call no function of ACL.
 */
typedef int (*aclpoolSimKernel)(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks);

/* A number got too large: the next synchronize reports it, and the stream goes on. */
#define ACLPOOL_SIM_OVERFLOW 207003

/*
 * Makes a kernel known under a name, for as long as the process lives; user is handed to
 * it. A kernel is loaded from a binary, a text whose first line is "aclpool-sim 1" and whose
 * other lines are names of kernels. Answers 0, or 100000 for a name that is taken, is
 * empty or holds a space or a '#', and for NULL.
 */
int aclpoolSimRegisterKernel(const char *name, aclpoolSimKernel fn, uintptr_t user);

/*
 * For a running kernel, on the thread that it was called on: size bytes of device memory,
 * to read and write until it returns. NULL if they are not all in one live allocation
 * that the device can reach, and outside a kernel.
 */
void *aclpoolSimMemory(uint64_t addr, size_t size);

/* For a running kernel: why it is about to fail, for the text of the failure. Answers 1. */
int aclpoolSimFail(const char *why);

/* The number of the kernel call that runs on this thread, 0 for none. */
uint64_t aclpoolSimCall(void);

/*
 * Whether the device has given up on a kernel call, by its number: its stream was aborted
 * or destroyed by force, or the machine thrown away. What the kernel answers then counts
 * for nothing. The other function waits until that has happened, which is 1, or the kernel
 * has returned, which is 0; any thread may wait.
 */
int aclpoolSimGivenUp(uint64_t call);
int aclpoolSimWaitGivenUp(uint64_t call);

/*
 * Throws the machine away with everything on it, once running kernels have returned. The
 * next call makes a fresh one as the ACLPOOL_SIM variables then say, threads have no
 * context, and registered kernels stay. Answers 0.
 */
int aclpoolSimReset(void);

/*
 * Collects the garbage of the library's own runtime, and answers how often that has
 * happened so far. Nobody needs it but tests that want it to happen beside their calls.
 */
uint64_t aclpoolSimCollect(void);

#ifdef __cplusplus
}
#endif

#endif
