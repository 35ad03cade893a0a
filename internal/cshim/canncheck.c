//go:build canncheck && cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Compares what aclpool declares with the headers of an installed CANN:
 *
 *	CGO_CFLAGS=-I$ASCEND_HOME_PATH/include go build -a -tags canncheck ./internal/cshim
 *
 * (-a since the go command does not notice when headers outside the module change.)
 * The values and layouts in abi.h are asserted on the vendor's declarations, and every
 * prototype of the table must be the vendor's own.
 */
#define ACLPOOL_CANN_HEADERS
#include "table.h"

#define ACLPOOL_PROTOTYPE(name, result, parameters) \
	_Static_assert(__builtin_types_compatible_p(__typeof__(name), result parameters), #name);
ACLPOOL_SYMBOLS(ACLPOOL_PROTOTYPE)
