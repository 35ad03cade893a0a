//go:build !poolcheck

// SPDX-License-Identifier: Apache-2.0

package documented

const checking = false
