//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <signal.h>

#include "shim.h"

/*
 * aclpool_repair_signals adds SA_ONSTACK to every signal handler that lacks it. It returns
 * the signals as a mask: bit n-1 stands for signal n. Goroutines have small stacks, and Go
 * ends the process if a handler runs on one of them.
 */
uint64_t aclpool_repair_signals(void)
{
	uint64_t repaired = 0;

	for (int n = 1; n <= 64; n++) {
		struct sigaction action;

		if (sigaction(n, NULL, &action) != 0)
			continue; /* reserved by the C library */
		if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN || (action.sa_flags & SA_ONSTACK) != 0)
			continue;
		action.sa_flags |= SA_ONSTACK;
		if (sigaction(n, &action, NULL) == 0)
			repaired |= UINT64_C(1) << (n - 1);
	}
	return repaired;
}
