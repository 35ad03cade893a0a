/* SPDX-License-Identifier: Apache-2.0 */

/*
 * All functions that aclpool calls. They do nothing and return ANSWER. They are weak, so a
 * test library that is compiled together with this file can define its own.
 */
#include "library.h"

#define DEFAULT(name, result, parameters) \
	__attribute__((weak)) result name parameters { return (result)(intptr_t)ANSWER; }
ACLPOOL_SYMBOLS(DEFAULT)
