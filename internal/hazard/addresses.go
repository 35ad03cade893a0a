// SPDX-License-Identifier: Apache-2.0

package hazard

import (
	"slices"
	"sort"
)

// addresses holds values by address, and finds the last one up to an address. It is a sorted
// list in chunks, so that a search reads few lines of cache, and an insertion moves few values.
// It allocates nothing once it has grown to its working size. The zero value is empty.
type addresses[V any] struct {
	starts []uint64 // first address of each chunk
	chunks [][]entry[V]
	spare  [][]entry[V] // empty chunks for reuse
}

type entry[V any] struct {
	addr  uint64
	value V
}

// chunkSize is how many values a chunk has at most.
const chunkSize = 256

// upTo returns the value with the highest address that is at most addr.
func (a *addresses[V]) upTo(addr uint64) (v V, ok bool) {
	if len(a.starts) == 0 || addr < a.starts[0] {
		return v, false
	}
	chunk := a.chunks[a.chunkOf(addr)]
	return chunk[position(chunk, addr)-1].value, true
}

// insert adds a value. There must be none at the address.
func (a *addresses[V]) insert(addr uint64, v V) {
	if len(a.chunks) == 0 {
		a.addChunk(0, addr)
	}
	i := a.chunkOf(addr)
	if len(a.chunks[i]) == chunkSize {
		a.divide(i)
		i = a.chunkOf(addr)
	}
	chunk := a.chunks[i]
	a.chunks[i] = slices.Insert(chunk, position(chunk, addr), entry[V]{addr, v})
	a.starts[i] = a.chunks[i][0].addr
}

// remove removes the value at an address, which must be there.
func (a *addresses[V]) remove(addr uint64) {
	i := a.chunkOf(addr)
	at := position(a.chunks[i], addr)
	chunk := slices.Delete(a.chunks[i], at-1, at)
	if len(chunk) > 0 {
		a.chunks[i], a.starts[i] = chunk, chunk[0].addr
		return
	}
	a.spare = append(a.spare, chunk)
	a.chunks = slices.Delete(a.chunks, i, i+1)
	a.starts = slices.Delete(a.starts, i, i+1)
}

// chunkOf returns the index of the last chunk that begins up to an address, or of the first
// chunk.
func (a *addresses[V]) chunkOf(addr uint64) int {
	i := sort.Search(len(a.starts), func(i int) bool { return a.starts[i] > addr })
	return max(i-1, 0)
}

// position returns how many values of a chunk are at most at an address.
func position[V any](chunk []entry[V], addr uint64) int {
	return sort.Search(len(chunk), func(i int) bool { return chunk[i].addr > addr })
}

// divide moves the upper half of a chunk into a new one after it.
func (a *addresses[V]) divide(i int) {
	const half = chunkSize / 2
	upper := a.chunks[i][half:]
	a.addChunk(i+1, upper[0].addr)
	a.chunks[i+1] = append(a.chunks[i+1], upper...)
	clear(upper)
	a.chunks[i] = a.chunks[i][:half]
}

// addChunk adds an empty chunk.
func (a *addresses[V]) addChunk(i int, start uint64) {
	var chunk []entry[V]
	if last := len(a.spare) - 1; last >= 0 {
		chunk, a.spare = a.spare[last], a.spare[:last]
	} else {
		chunk = make([]entry[V], 0, chunkSize)
	}
	a.chunks = slices.Insert(a.chunks, i, chunk)
	a.starts = slices.Insert(a.starts, i, start)
}
