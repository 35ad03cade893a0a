/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Calls into Go. The macros of entries.h, one for each function that Go exports, precede the
 * call by sim_enter.
 */
#ifndef ACLPOOL_ENTER_H
#define ACLPOOL_ENTER_H

#pragma GCC visibility push(hidden)

extern _Thread_local int sim_entered; /* the thread has called into Go */

extern int sim_forked; /* this process is the child of a fork, where the library's runtime has no threads */

/* sim_first_call makes the first call of a thread into Go. */
void sim_first_call(void);

#pragma GCC visibility pop

static inline void sim_enter(void)
{
	if (!sim_entered)
		sim_first_call();
}

#endif
