// SPDX-License-Identifier: Apache-2.0

package bestfit_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/bestfit"
)

func TestNothingIsAllocatedInSteadyState(t *testing.T) {
	var s bestfit.Space[int]
	var gaps bestfit.Set[int]
	owners := make([]bestfit.Owner[int], 3)
	items := make(map[uint64]bestfit.Item[int])
	for addr := range uint64(100) {
		b := block{Size: addr%7 + 1, Addr: addr * 10}
		items[b.Addr] = s.Insert(&owners[addr%2], b, addr)
		gaps.Insert(b)
	}
	turn := func() {
		b, _ := s.Best(&owners[0], 2, 50)
		s.Remove(&owners[0], items[b.Addr])
		items[b.Addr] = s.Insert(&owners[0], b, 20)
		s.Remove(&owners[2], s.Insert(&owners[2], block{Size: 1, Addr: 5000}, 3))
		for b := range gaps.From(3) {
			gaps.Remove(b)
			gaps.Insert(b)
		}
	}
	turn()
	assert.Zero(t, testing.AllocsPerRun(200, turn))
}

// used returns how many bytes of heap the value that grow returns keeps.
func used(grow func() any) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	kept := grow()
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	return after.HeapAlloc - before.HeapAlloc
}

// The memory for each block, for several patterns of sizes and addresses, and for each owner.
func TestRoom(t *testing.T) {
	const (
		blocks     = 20_000
		blockLimit = 3 << 10
		ownerLimit = 4 << 10
	)
	r := rand.New(rand.NewPCG(3, 4))
	tests := map[string]func(i uint64) (size, addr uint64){
		"in a row":                 func(i uint64) (uint64, uint64) { return 1, 2 * i },
		"in granules of 2 MiB":     func(i uint64) (uint64, uint64) { return r.Uint64N(32) + 1, 100 * i },
		"in granules of 512 bytes": func(i uint64) (uint64, uint64) { return r.Uint64N(1 << 17), r.Uint64N(1<<33-blocks) + i },
		"over all 64 bits":         func(uint64) (uint64, uint64) { return r.Uint64(), r.Uint64() },
		"two to a node":            func(i uint64) (uint64, uint64) { return spread(i >> 8), spread(i & 0xff) },
	}
	for name, at := range tests {
		t.Run(name, func(t *testing.T) {
			perBlock := used(func() any {
				var s bestfit.Space[int]
				var o bestfit.Owner[int]
				for i := range uint64(blocks) {
					size, addr := at(i)
					s.Insert(&o, block{Size: size, Addr: addr}, i)
				}
				return []any{&s, &o}
			}) / blocks
			t.Logf("%d bytes a block", perBlock)
			assert.LessOrEqual(t, perBlock, uint64(blockLimit))
		})
	}
	t.Run("owners", func(t *testing.T) {
		perOwner := used(func() any {
			var s bestfit.Space[int]
			owners := make([]bestfit.Owner[int], blocks)
			for i := range owners {
				s.Insert(&owners[i], block{Size: 1, Addr: uint64(i)}, 1)
			}
			return []any{&s, owners}
		}) / blocks
		t.Logf("%d bytes an owner with one block", perOwner)
		assert.LessOrEqual(t, perOwner, uint64(ownerLimit))
	})
}

// spread returns a number with a digit for each bit of n.
func spread(n uint64) (wide uint64) {
	for i := range 10 {
		wide |= n >> i & 1 << (6 * i)
	}
	return wide
}
