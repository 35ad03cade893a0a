//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

#include "enter.h"

#include "_cgo_export.h"

_Thread_local int sim_entered;
int sim_forked;

/*
 * The library's Go runtime notes the signals that the thread blocks at its first call into
 * Go, and blocks just these again when the thread ends. A program in Go has forgotten the
 * thread by then, and would crash by a signal that its runtime has sent to it before. So the
 * first call is made with all signals blocked.
 */
void sim_first_call(void)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	simNothing();
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	sim_entered = 1;
}

/*
 * A child has only the thread that has forked. Go could run there until it needs another, and
 * would then wait for ever. The runtime must have started before the fork, so that the child's
 * calls can be refused.
 */
static void child(void)
{
	sim_forked = 1;
}

__attribute__((constructor)) static void watch_forks(void)
{
	pthread_atfork(sim_enter, NULL, child);
}
