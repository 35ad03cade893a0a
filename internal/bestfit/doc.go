// SPDX-License-Identifier: Apache-2.0

// Package bestfit keeps free blocks of memory in best-fit order: by size, then by address.
// It finds the smallest block that is large enough, with the lowest address among blocks of
// equal size. A [Set] searches all its blocks, a [Space] those that one owner has freed up
// to a position.
//
// # How it works
//
// A set is a trie over the digits of (size, address). A digit has six bits, so a node has 64
// branches and one word with a bit for each branch in use. A digit that is the same in all
// blocks below has no node: n blocks have at most n-1 nodes, and leading zeros cost nothing.
// A search descends along the digits of its key. Where a digit has no branch, it continues
// with the next branch in use. So it visits each digit at most twice, whatever the number of
// blocks. Each branch stores the smallest position below it, and a search for blocks up to a
// position skips branches without any.
//
// # Use
//
// The caller chooses the unit of sizes and addresses; a coarse unit makes the tries lower. A
// Set or Space reuses its nodes and leaves, so it allocates nothing once it has grown to its
// working size. The caller does the locking.
package bestfit
