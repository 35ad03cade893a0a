//go:build cgo && linux

/* SPDX-License-Identifier: Apache-2.0 */

#include "../../signals.c"

#include "spin.h"

int64_t spin_collections;

void count_collection(void)
{
	__atomic_add_fetch(&spin_collections, 1, __ATOMIC_SEQ_CST);
}
