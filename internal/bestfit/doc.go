// SPDX-License-Identifier: Apache-2.0

// Package bestfit keeps free blocks of memory in best-fit order: by size, then by
// address. It finds the smallest block that is large enough, the lowest one among
// equals, of one owner ([Space.Of]) or of all ([Space.All]).
//
// A set is a sorted slice: finding is a binary search, adding and removing move what
// lies behind. Nothing is allocated once the slices have grown to their working size.
// Nothing here locks; the caller does.
package bestfit
