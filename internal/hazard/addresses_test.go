// SPDX-License-Identifier: Apache-2.0

package hazard

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestAddresses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a addresses[uint64]
		all := make(map[uint64]bool)
		space := rapid.SampledFrom([]uint64{10, 3000, 1 << 62}).Draw(t, "space")
		for range rapid.IntRange(1, 20).Draw(t, "rounds") {
			first, step := rapid.Uint64Range(0, space).Draw(t, "first"), rapid.Uint64Range(1, 50).Draw(t, "step")
			insert := rapid.IntRange(0, 2).Draw(t, "insert") > 0
			for i := range uint64(rapid.IntRange(1, 2*chunkSize).Draw(t, "count")) {
				addr := (first + i*step) % (space + 1)
				switch {
				case insert && !all[addr]:
					a.insert(addr, addr)
				case !insert && all[addr]:
					a.remove(addr)
				}
				all[addr] = insert
			}
			agree(t, &a, all, rapid.Uint64Range(0, space).Draw(t, "address"))
			agree(t, &a, all, first)
		}
	})
}

// agree checks a search against all addresses.
func agree(t require.TestingT, a *addresses[uint64], all map[uint64]bool, addr uint64) {
	want, some := uint64(0), false
	for other, in := range all {
		if in && other <= addr && (!some || other > want) {
			want, some = other, true
		}
	}
	got, ok := a.upTo(addr)
	assert.Equal(t, some, ok)
	assert.Equal(t, want, got)
}

func TestAddressesAllocateNothingInSteadyState(t *testing.T) {
	var a addresses[uint64]
	work := func() {
		for i := range uint64(2000) {
			a.insert(i*7919%2000, i)
		}
		for i := range uint64(2000) {
			a.remove(i * 17 % 2000)
		}
	}
	work()
	assert.Zero(t, testing.AllocsPerRun(10, work))
}
