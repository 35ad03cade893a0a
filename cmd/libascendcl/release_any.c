//go:build cgo && linux && (amd64 || arm64) && !fakeacl && !nopools && !cann90 && !cann91 && !cannmaster

/* SPDX-License-Identifier: Apache-2.0 */

/* No release: every function that any has, and pools as they are documented. */

#include "release.h"

const char *const sim_behaviour = "documented";
