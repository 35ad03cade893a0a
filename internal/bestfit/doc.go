// SPDX-License-Identifier: Apache-2.0

// Package bestfit keeps free blocks of memory in best-fit order: by size, then by
// address. It finds the smallest block that is large enough, the lowest one among
// equals: in a [Set], or in a [Space] among those that an owner freed up to a position.
//
// # How it works
//
// A set is a trie over the digits of (size, address), six bits each, so that a node has
// 64 branches and a word of bits that says which are taken. A digit that all blocks
// below have in common has no node: of n blocks there are at most n-1 nodes, and leading
// zeros cost nothing. A search descends along the digits of what it looks for and turns
// off to the next taken branch where they end, so it visits each digit twice at most,
// however many blocks there are. Each branch notes the smallest position below it, and
// a search for blocks up to a position skips branches that have none.
//
// Sizes and addresses are in whatever unit the keeper counts in; a coarse one makes the
// tries lower. A Set or Space uses nodes and leaves again: nothing is allocated once it
// has grown to its working size. Nothing here locks; the caller does.
package bestfit
