// SPDX-License-Identifier: Apache-2.0

package replay

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
)

func TestPointers(t *testing.T) {
	p := make(pointers)
	assert.Zero(t, p.get([]byte("a")))
	p.set([]byte("a"), 1)
	p.set([]byte("007"), 2)
	p.set([]byte("7"), 3)
	assert.EqualValues(t, 1, p.get([]byte("a")))
	assert.EqualValues(t, 2, p.get([]byte("007")), "ids are text, not numbers")
	p.set([]byte("a"), 4)
	assert.EqualValues(t, 4, p.get([]byte("a")))
	assert.EqualValues(t, 3, p.get([]byte("7")))
}

func TestSettingAKnownIDAllocatesNothing(t *testing.T) {
	p, id := make(pointers), []byte("kv/block-000000000017-of-a-long-name")
	p.set(id, 1)
	assert.Zero(t, testing.AllocsPerRun(1000, func() { p.set(id, p.get(id)+1) }))
}

func TestMemoryOfIDs(t *testing.T) {
	for name, id := range map[string]func(i uint64) []byte{
		"numbers": func(i uint64) []byte { return fmt.Append(nil, i*0x9e3779b97f4a7c15>>38) },
		"words":   func(i uint64) []byte { return fmt.Appendf(nil, "%x-1", i*0x9e3779b97f4a7c15) },
	} {
		p := make(pointers)
		const ids = 100_000
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range uint64(ids) {
			p.set(id(i), driver.Addr(i+1))
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		for i := range uint64(ids) {
			require.EqualValues(t, i+1, p.get(id(i)), name)
		}
		assert.Less(t, (after.HeapAlloc-before.HeapAlloc)/ids, uint64(150), "bytes for an id: %s", name)
	}
}
