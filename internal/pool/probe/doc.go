// SPDX-License-Identifier: Apache-2.0

// Package probe finds out by experiments which documented properties the pools of a device
// have. Releases of CANN differ from their documentation and from each other, so neither a
// version nor the name of a product can tell. The experiments use their own context, streams
// and pools, and a few granules of memory.
package probe
