/* SPDX-License-Identifier: Apache-2.0 */

/* What the test libraries define: the functions of the table, by their prototypes. */
#include "../table.h"

#define DECLARE(name, result, parameters) result name parameters;
ACLPOOL_SYMBOLS(DECLARE)
#undef DECLARE
