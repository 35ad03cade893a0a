// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
)

// heapOf returns the bytes that what grow builds keeps on the heap.
func heapOf(grow func() any) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	kept := grow()
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	return after.HeapAlloc - min(after.HeapAlloc, before.HeapAlloc)
}

// What the books of cached blocks and of owners cost, all classes of reuse on.
func TestRoom(t *testing.T) {
	if checking {
		t.Skip("takes too long with checks after every operation")
	}
	const (
		blocks     = 20_000
		owners     = 2_000
		blockLimit = 3 << 10
		ownerLimit = 4 << 10
	)
	full := func(owner func(c *crowd, i uint64) *stream) func() any {
		return func() any {
			c := newCrowd()
			for attr := driver.PoolReuseEvent; attr <= driver.PoolReuseInternal; attr++ {
				c.book.SetAttr(attr, 1)
			}
			live := c.stream(1)
			var offs []uint64
			for i := range uint64(blocks) {
				block, code := c.book.Malloc(live, (i%32+1)*driver.Granule)
				require.Equal(t, driver.Success, code)
				offs = append(offs, block.Off)
				c.book.Malloc(live, 1)
			}
			for i, off := range offs {
				c.book.Free(owner(c, uint64(i)), off)
			}
			return c
		}
	}
	var one *stream
	single := heapOf(full(func(c *crowd, i uint64) *stream {
		if i == 0 {
			one = c.stream(2)
		}
		return one
	}))
	many := heapOf(full(func(c *crowd, i uint64) *stream {
		if i%(blocks/owners) == 0 {
			one = c.stream(2 + i)
		}
		return one
	}))
	t.Logf("%d bytes a cached block, and %d an owner", single/blocks, (many-min(many, single))/owners)
	assert.LessOrEqual(t, single/blocks, uint64(blockLimit))
	assert.LessOrEqual(t, many, single+owners*ownerLimit)
}

// A pool of any size costs the same.
func TestRoomOfALargePool(t *testing.T) {
	book := heapOf(func() any { return New(4<<40, plenty{}) })
	assert.LessOrEqual(t, book, uint64(64<<10))
}
