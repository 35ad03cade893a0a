/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Every function that aclpool calls, doing nothing and answering ANSWER. They are weak:
 * a test library compiled together with this file defines those that matter to it.
 */
#include "library.h"

#define DEFAULT(name, result, parameters) \
	__attribute__((weak)) result name parameters { return (result)(intptr_t)ANSWER; }
ACLPOOL_SYMBOLS(DEFAULT)
