//go:build canncheck && cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Checks aclpool's declarations against the headers of an installed CANN. They must be of
 * release 9.1 or later, because earlier headers do not declare everything:
 *
 *	CGO_CFLAGS=-I$ASCEND_HOME_PATH/include go build -a -tags canncheck ./internal/cshim
 *
 * (The flag -a is needed because the go command does not notice changes of headers outside
 * the module.)
 */
#include <acl/acl.h>
#include <acl/acl_rt_memory_soma.h>

#define ACLPOOL_PROTOTYPE_OF(name) name
#include "agree.h"
