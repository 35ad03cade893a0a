//go:build canncheck && cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Checks against the headers of an installed CANN what the binding does not use: the prototypes
 * of all functions that the C library of the simulated device exports, and the numbers of all
 * codes and attributes of devices that the module has. canncheck.c has the command. The headers
 * must be of release 9.1 or later. With -DCANNCHECK_RELEASE=92 in CGO_CFLAGS the functions that
 * 9.2.0-beta.1 has added are checked as well, and with -DCANNCHECK_RELEASE=93 those of the newest
 * source. The codes are those of the newest source: earlier headers may lack some, which the
 * compiler reports as undeclared.
 */
#ifndef CANNCHECK_RELEASE
#define CANNCHECK_RELEASE 91
#endif

/* The check of codes needs the optimizer, which CGO_CFLAGS turns off where it lacks -O. */
#pragma GCC optimize("O2")

#include <acl/acl.h>
#include <acl/acl_rt_memory_soma.h>
#if __has_include(<acl/acl_rt_allocator.h>)
#include <acl/acl_rt_allocator.h>
#endif
#if __has_include(<acl/error_codes/ge_error_codes.h>)
#include <acl/error_codes/ge_error_codes.h>
#endif

/* A deprecated function is checked as any other. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#define ACLPOOL_PROTOTYPE_OF(name) name
#include "agree.h"

#include "exported.h"
