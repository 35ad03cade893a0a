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
 * the library were not there. The runtime passes on no signal that the program has sent to
 * itself, by raise or kill. So these reach the program before the runtime.
 *
 * The other signals need no help: the library's runtime does not handle them, SIGPROF
 * included.
 */
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

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

enum { faults = 3 };

static const int fault_numbers[faults] = {SIGSEGV, SIGBUS, SIGFPE};
static struct sigaction before_runtime[faults]; /* handled faults when the runtime started */
static struct sigaction of_runtime[faults];

/*
 * A faulting instruction is executed again when this returns, and then ends the process. A
 * signal that was sent is sent again.
 */
static void end(int number, siginfo_t *info, void *context)
{
	(void)context;
	signal(number, SIG_DFL);
	if (info->si_code <= 0)
		raise(number);
}

static void end_by(int number, struct sigaction *now)
{
	struct sigaction to = {.sa_flags = SA_ONSTACK | SA_SIGINFO};

	to.sa_sigaction = end;
	if (sigaction(number, NULL, now) == 0 && now->sa_handler == SIG_DFL) {
		sigaction(number, &to, NULL);
		*now = to;
	}
}

/* Handles a fault: the runtime gets it unless the program has sent it. */
static void fault(int number, siginfo_t *info, void *context)
{
	for (int i = 0; i < faults; i++) {
		const struct sigaction *to = info->si_code <= 0 ? &before_runtime[i] : &of_runtime[i];

		if (fault_numbers[i] == number && to->sa_handler != SIG_IGN)
			pass(to, number, info, context);
	}
}

/* Where the library is, by the linker. */
extern const char __ehdr_start __attribute__((visibility("hidden")));
extern const char _end __attribute__((visibility("hidden")));

static int in_library(const struct sigaction *a)
{
	const uintptr_t at = (uintptr_t)a->sa_sigaction;

	return (uintptr_t)&__ehdr_start <= at && at < (uintptr_t)&_end;
}

static void share_fault(int i)
{
	struct sigaction now;

	if (sigaction(fault_numbers[i], NULL, &now) != 0 || !in_library(&now))
		return; /* the program has a handler of its own by now */
	if (now.sa_sigaction == end || now.sa_sigaction == fault)
		return; /* the runtime has not installed its handler yet, or this is done */
	of_runtime[i] = now;
	now.sa_sigaction = fault;
	now.sa_flags |= SA_SIGINFO;
	sigaction(fault_numbers[i], &now, NULL);
}

/* Runs before the constructor that starts the library's runtime, which has no priority. */
__attribute__((constructor(101))) static void look(void)
{
	sigaction(SIGURG, NULL, &program);
	for (int i = 0; i < faults; i++)
		end_by(fault_numbers[i], &before_runtime[i]);
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

	for (int i = 0; i < faults; i++)
		share_fault(i);
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
