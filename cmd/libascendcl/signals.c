//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Two Go runtimes in one process. A runtime preempts a thread with SIGURG. The runtime of a
 * library takes over that signal and does not forward it, so the program's garbage collector
 * would wait forever. Therefore SIGURG is delivered to both runtimes. Each checks whether the
 * thread runs its own code; an extra signal has no effect.
 *
 * A fault in C code, such as a kernel's, is the program's. The library's runtime passes it to
 * the handler that was there before. If there was none, the runtime would end the process with
 * a text about Go. So the library adds a handler that lets the signal end the process as if
 * the library were not there.
 *
 * The other signals need no help: the library's runtime does not handle them, SIGPROF
 * included.
 */
#include <signal.h>
#include <stddef.h>

#include "signals.h"

static struct sigaction program; /* handled SIGURG before the library was loaded */
static struct sigaction library; /* the handler of the library's runtime */
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

/* The faulting instruction is executed again when this returns, and then ends the process. */
static void end(int number)
{
	signal(number, SIG_DFL);
}

static void end_by(int number)
{
	const struct sigaction to = {.sa_handler = end, .sa_flags = SA_ONSTACK};
	struct sigaction now;

	if (sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_DFL)
		sigaction(number, &to, NULL);
}

/* Runs before the constructor that starts the library's runtime, which has no priority. */
__attribute__((constructor(101))) static void look(void)
{
	sigaction(SIGURG, NULL, &program);
	end_by(SIGSEGV);
	end_by(SIGBUS);
	end_by(SIGFPE);
}

/*
 * Runs after that constructor. aclInit calls it again, in case the order differs. Until the
 * runtime has started, some time after its constructor, its handler forwards all signals.
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
		return; /* the runtime has not installed its handler yet */
	if (__atomic_exchange_n(&shared, 1, __ATOMIC_ACQ_REL))
		return;
	library = now;
	now.sa_sigaction = both;
	now.sa_flags |= SA_SIGINFO;
	sigaction(SIGURG, &now, NULL);
}
