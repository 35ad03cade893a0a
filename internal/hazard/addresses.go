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
	chunks []*chunk[V]
	spare  []*chunk[V] // empty chunks for reuse
}

// chunkSize is how many values a chunk has at most.
const chunkSize = 256

type chunk[V any] struct {
	len    int
	addrs  [chunkSize]uint64
	values [chunkSize]V
}

// position returns how many values of a chunk are at most at an address.
func (c *chunk[V]) position(addr uint64) int { return upTo(c.addrs[:c.len], addr) }

// upTo returns how many of sorted addresses are at most at one.
func upTo(all []uint64, addr uint64) int {
	return sort.Search(len(all), func(i int) bool { return all[i] > addr })
}

// insert adds a value to a chunk with room.
func (c *chunk[V]) insert(addr uint64, v V) {
	i := c.position(addr)
	copy(c.addrs[i+1:c.len+1], c.addrs[i:])
	copy(c.values[i+1:c.len+1], c.values[i:])
	c.addrs[i], c.values[i] = addr, v
	c.len++
}

// remove removes the value at an address.
func (c *chunk[V]) remove(addr uint64) {
	i := c.position(addr) - 1
	copy(c.addrs[i:], c.addrs[i+1:c.len])
	copy(c.values[i:], c.values[i+1:c.len])
	c.shorten(c.len - 1)
}

// shorten removes the values behind the first n.
func (c *chunk[V]) shorten(n int) {
	clear(c.values[n:c.len])
	c.len = n
}

// upTo returns the value with the highest address that is at most addr.
func (a *addresses[V]) upTo(addr uint64) (v V, ok bool) {
	if len(a.starts) == 0 || addr < a.starts[0] {
		return v, false
	}
	c := a.chunks[a.chunkOf(addr)]
	return c.values[c.position(addr)-1], true
}

// insert adds a value. There must be none at the address.
func (a *addresses[V]) insert(addr uint64, v V) {
	if len(a.chunks) == 0 {
		a.addChunk(0, addr)
	}
	i := a.chunkOf(addr)
	if a.chunks[i].len == chunkSize {
		a.divide(i)
		i = a.chunkOf(addr)
	}
	a.chunks[i].insert(addr, v)
	a.starts[i] = a.chunks[i].addrs[0]
}

// remove removes the value at an address, which must be there.
func (a *addresses[V]) remove(addr uint64) {
	i := a.chunkOf(addr)
	c := a.chunks[i]
	if c.remove(addr); c.len > 0 {
		a.starts[i] = c.addrs[0]
		return
	}
	a.spare = append(a.spare, c)
	a.chunks = slices.Delete(a.chunks, i, i+1)
	a.starts = slices.Delete(a.starts, i, i+1)
}

// chunkOf returns the index of the last chunk that begins up to an address, or of the first
// chunk.
func (a *addresses[V]) chunkOf(addr uint64) int { return max(upTo(a.starts, addr)-1, 0) }

// divide moves the upper half of a chunk into a new one after it.
func (a *addresses[V]) divide(i int) {
	const half = chunkSize / 2
	lower := a.chunks[i]
	upper := a.addChunk(i+1, lower.addrs[half])
	upper.len = copy(upper.addrs[:], lower.addrs[half:])
	copy(upper.values[:], lower.values[half:])
	lower.shorten(half)
}

// addChunk adds an empty chunk.
func (a *addresses[V]) addChunk(i int, start uint64) *chunk[V] {
	var c *chunk[V]
	if last := len(a.spare) - 1; last >= 0 {
		c, a.spare = a.spare[last], a.spare[:last]
	} else {
		c = new(chunk[V])
	}
	a.chunks = slices.Insert(a.chunks, i, c)
	a.starts = slices.Insert(a.starts, i, start)
	return c
}
