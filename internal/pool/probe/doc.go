// SPDX-License-Identifier: Apache-2.0

// Package probe finds out what the pools of a device can be relied on for, by trying
// it. Releases of the vendor's runtime differ from their documentation and from each
// other, so neither a version nor a product's name tells. The experiments run in a
// context of their own, on streams and pools of their own, with a few granules of memory.
package probe
