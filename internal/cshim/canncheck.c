//go:build canncheck && cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Checks the declarations that aclpool uses against the headers of an installed CANN, and
 * canncheckall.c those of the C library of the simulated device. The headers must be of
 * release 9.1 or later, because earlier headers do not declare everything:
 *
 *	CGO_CFLAGS=-I$ASCEND_HOME_PATH/include go build -a -tags canncheck ./internal/cshim
 *
 * (The flag -a is needed because the go command does not notice changes of headers outside
 * the module.) It prints nothing if all agree.
 */
#include <acl/acl.h>
#include <acl/acl_rt_memory_soma.h>

/* A deprecated function is checked as any other. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#define ACLPOOL_PROTOTYPE_OF(name) name
#include "agree.h"
