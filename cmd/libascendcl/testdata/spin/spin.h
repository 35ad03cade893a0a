/* SPDX-License-Identifier: Apache-2.0 */

#ifndef SPIN_H
#define SPIN_H

#include <stdint.h>

/* How often the library's runtime has collected garbage. */
extern int64_t spin_collections;

void count_collection(void);

#endif
