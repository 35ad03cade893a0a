/* SPDX-License-Identifier: Apache-2.0 */

#ifndef FOREIGN_FILL_H
#define FOREIGN_FILL_H

#include <stdint.h>

enum { FOREIGN_NO_LIBRARY = -1 };

/*
 * Enqueues setting size bytes at ptr, in the current context. The result is that of
 * aclrtMemsetAsync, or FOREIGN_NO_LIBRARY if the process has not loaded the library, whose
 * name is freed.
 */
int foreign_fill(char *library, uintptr_t stream, uint64_t ptr, int32_t value, uint64_t size);

#endif
