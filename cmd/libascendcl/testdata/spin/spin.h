/* SPDX-License-Identifier: Apache-2.0 */

#ifndef SPIN_H
#define SPIN_H

#include <stdint.h>

/* The number of garbage collections of the library's runtime. */
extern int64_t spin_collections;

void count_collection(void);

#endif
