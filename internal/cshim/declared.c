//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The list of declarations holds for aclpool's own ones: with this compiler too the types
 * lie in memory as the list has them. canncheck.c holds it against the vendor's.
 */
#include "table.h"

#define ACLPOOL_PROTOTYPE_OF(name) *aclpool_fn.name
#include "agree.h"
