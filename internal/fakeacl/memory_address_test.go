// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/driver"
)

// place puts a pool of size bytes at the addresses that the device has for it, without
// memory behind them; nil if there are none.
func place(d *device, size uint64) *pool {
	base, ok := d.placePool(size)
	if !ok {
		return nil
	}
	p := &pool{region: &region{device: d, base: base, size: size}}
	d.memory.pools = slices.Insert(d.memory.pools, afterAddress(d.memory.pools, base), p)
	return p
}

func remove(d *device, p *pool) {
	d.memory.pools = slices.DeleteFunc(d.memory.pools, func(o *pool) bool { return o == p })
}

func TestPoolsTakeAddressesInTurn(t *testing.T) {
	d := newDevice(&Machine{}, 3)
	const size = 8 << 40
	first := place(d, size)
	require.Equal(t, d.start()+poolStart, first.base)
	for round := range 3 {
		for i := range driver.Addr(5) { // all that is left of 48 TiB
			p := place(d, size)
			require.NotNil(t, p)
			assert.Equal(t, first.base+(i+1)*size, p.base, "round %d", round)
			remove(d, p)
		}
	}
	for range 5 {
		require.NotNil(t, place(d, size))
	}
	assert.Nil(t, place(d, driver.Granule), "all addresses are taken")
	remove(d, d.memory.pools[2])
	require.NotNil(t, place(d, size/2))
	require.NotNil(t, place(d, size/2))
	assert.Nil(t, place(d, driver.Granule))
}

func TestPoolAddressesProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDevice(&Machine{}, 0)
		t.Repeat(map[string]func(*rapid.T){
			"place": func(t *rapid.T) {
				p := place(d, rapid.Uint64Range(1, 4<<20).Draw(t, "granules")*driver.Granule)
				if p != nil && d.poolAt(p.base+driver.Addr(p.size)-1) != p {
					t.Fatal("the pool is not found at its last address")
				}
			},
			"remove": func(t *rapid.T) {
				if n := len(d.memory.pools); n > 0 {
					remove(d, d.memory.pools[rapid.IntRange(0, n-1).Draw(t, "which")])
				}
			},
			"": func(t *rapid.T) {
				end := d.start() + poolStart
				for _, p := range d.memory.pools {
					if p.base < end || p.base+driver.Addr(p.size) > d.start()+poolEnd {
						t.Fatalf("pool at %#x of %#x bytes overlaps or leaves the span", uint64(p.base), p.size)
					}
					end = p.base + driver.Addr(p.size)
				}
			},
		})
	})
}

func TestIsDeviceAddress(t *testing.T) {
	at := func(id driver.Addr) driver.Addr { return (firstSpan + id) * deviceSpan }
	for a, want := range map[driver.Addr]bool{
		0:                         false,
		at(0) + argumentStart - 1: false,
		at(0) + argumentStart:     true,
		at(0) + heapStart:         true,
		at(0) + poolEnd - 1:       true,
		at(0) + mappedEnd - 1:     true,
		at(0) + mappedEnd:         false,
		at(1) + heapStart:         true,
		at(255) + poolStart:       true,
		at(256):                   true, // virtual memory
		at(256) + poolStart:       true,
		at(257) - 1:               true,
		at(257):                   false,
		heapStart:                 false, // where the heap of Go can be, as anywhere in 48 bits
		0x7fff_0000_0000:          false, // where Linux maps
	} {
		assert.Equal(t, want, IsDeviceAddress(a), "%#x", uint64(a))
	}
}
