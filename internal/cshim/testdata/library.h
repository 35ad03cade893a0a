/* SPDX-License-Identifier: Apache-2.0 */

/* The prototypes of the functions in the table, which the test libraries define. */
#include "../table.h"

#define DECLARE(name, result, parameters) result name parameters;
ACLPOOL_SYMBOLS(DECLARE)
#undef DECLARE
