/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The release that a build tag selects: its functions, and the default behaviour of its
 * pools.
 */
#ifndef ACLPOOL_RELEASE_H
#define ACLPOOL_RELEASE_H

#pragma GCC visibility push(hidden)

extern const char *const sim_behaviour;

#pragma GCC visibility pop

/*
 * LACKS hides a function: if a name is declared with several visibilities, the linker uses
 * the most restrictive one. So no function needs to be compiled conditionally.
 */
#define LACKS(name)                                                    \
	extern __attribute__((visibility("hidden"))) void name(void);  \
	static void (*const lacks_##name)(void) __attribute__((used)) = name;

#endif
