//go:build canncheck && cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Holds all that aclpool declares of ACL against the headers of an installed CANN, of
 * release 9.1 or later, since earlier ones do not declare all of it:
 *
 *	CGO_CFLAGS=-I$ASCEND_HOME_PATH/include go build -a -tags canncheck ./internal/cshim
 *
 * (-a since the go command does not notice when headers outside the module change.)
 */
#include <acl/acl.h>
#include <acl/acl_rt_memory_soma.h>

#define ACLPOOL_PROTOTYPE_OF(name) name
#include "agree.h"
