//go:build !poolcheck

// SPDX-License-Identifier: Apache-2.0

package poolbook

const checking = false
