//go:build cgo && linux && (amd64 || arm64) && !fakeacl && !nopools && !cann90 && !cann91 && !cannmaster

/* SPDX-License-Identifier: Apache-2.0 */

/* No particular release: the functions of all releases, and pools as documented. */

#include "release.h"

const char *const sim_behaviour = "documented";
