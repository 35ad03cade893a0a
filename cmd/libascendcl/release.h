/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a build tag makes the library: of which release its functions are, and how its
 * pools behave where the environment does not say it.
 */
#ifndef ACLPOOL_RELEASE_H
#define ACLPOOL_RELEASE_H

#pragma GCC visibility push(hidden)

extern const char *const sim_behaviour;

#pragma GCC visibility pop

/*
 * LACKS keeps a function to the library: of all that is said of the visibility of a name,
 * the linker takes the strictest. What is called by nobody costs nothing, and no function
 * is compiled in two ways.
 */
#define LACKS(name)                                                    \
	extern __attribute__((visibility("hidden"))) void name(void);  \
	static void (*const lacks_##name)(void) __attribute__((used)) = name;

#endif
