//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Checks aclpool's own declarations against declared.h, layouts included, with the current
 * compiler. canncheck.c checks the vendor's.
 */
#include "table.h"

#define ACLPOOL_PROTOTYPE_OF(name) *aclpool_fn.name
#include "agree.h"
