//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Two Go runtimes in one process. Each tells a thread that computes without end to stop
 * by SIGURG, and a runtime that starts in a library takes that signal without passing it
 * on: the program's garbage collection would wait for ever. So SIGURG goes to both. Each
 * looks whether the thread is in code of its own, and a signal too many means nothing.
 *
 * The other signals need no help. SIGSEGV, SIGBUS, SIGFPE and SIGPIPE are passed on by the
 * library's runtime when they do not come from Go code of its own; the rest, SIGPROF
 * among them, it leaves to the program.
 */
#include <signal.h>
#include <stddef.h>

#include "signals.h"

static struct sigaction program; /* what handled SIGURG when the library came */
static struct sigaction library; /* what the library's runtime put in its place */
static int shared;

static void pass(const struct sigaction *to, int number, siginfo_t *info, void *context)
{
	if ((to->sa_flags & SA_SIGINFO) != 0)
		to->sa_sigaction(number, info, context);
	else
		to->sa_handler(number);
}

static void both(int number, siginfo_t *info, void *context)
{
	pass(&program, number, info, context);
	pass(&library, number, info, context);
}

/* Runs before the constructor that starts the library's runtime, which has no priority. */
__attribute__((constructor(101))) static void look(void)
{
	sigaction(SIGURG, NULL, &program);
}

/*
 * Runs after that constructor, and again with aclInit should the order ever be another.
 * Until the runtime is up, some time after its constructor, it passes everything on.
 */
__attribute__((constructor)) static void share(void)
{
	sim_share_signals();
}

void sim_share_signals(void)
{
	struct sigaction now;

	if (program.sa_handler == SIG_DFL || program.sa_handler == SIG_IGN)
		return; /* the program is not Go */
	if (sigaction(SIGURG, NULL, &now) != 0 || now.sa_handler == program.sa_handler)
		return; /* the runtime has not come yet */
	if (__atomic_exchange_n(&shared, 1, __ATOMIC_ACQ_REL))
		return;
	library = now;
	now.sa_sigaction = both;
	now.sa_flags |= SA_SIGINFO;
	sigaction(SIGURG, &now, NULL);
}
