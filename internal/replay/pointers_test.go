// SPDX-License-Identifier: Apache-2.0

package replay

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/driver"
)

// ids are of every kind: numbers small and large, numbers that are not written as usual,
// and other text.
func id(t *rapid.T) string {
	n := rapid.Uint64Range(0, 200).Draw(t, "n")
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 5:
		return fmt.Sprint("b", n*n*n%60_000_000) // not dense
	case 0:
		return fmt.Sprint(n)
	case 1:
		return fmt.Sprint(paged - 100 + n)
	case 2:
		return fmt.Sprintf("%04d", n)
	case 3:
		return fmt.Sprintf("99999999999999999%d", n)
	}
	return strings.Repeat("kv", int(n%3)) + fmt.Sprint("/", n)
}

func TestPointersProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p pointers
		want := map[string]driver.Addr{}
		for range rapid.IntRange(0, 300).Draw(t, "steps") {
			key := id(t)
			require.Equal(t, want[key], p.get([]byte(key)), key)
			if rapid.Bool().Draw(t, "set") {
				want[key] = driver.Addr(rapid.Uint64Min(1).Draw(t, "pointer"))
				p.set([]byte(key), want[key])
			}
		}
		for key, a := range want {
			require.Equal(t, a, p.get([]byte(key)), key)
		}
	})
}

func TestManyAndLongNames(t *testing.T) {
	var p pointers
	long := func(i int) []byte { return fmt.Appendf(nil, "%s%d", strings.Repeat("x", 1000*(i%65)), i) }
	for i := range 5000 {
		p.set(long(i), driver.Addr(i))
	}
	for i := range 5000 {
		require.EqualValues(t, i, p.get(long(i)))
	}
	assert.Zero(t, p.get([]byte("x")))
}

// Ids of any kind cost what they are worth.
func TestIdsCostLittle(t *testing.T) {
	for name, id := range map[string]func(i uint64) []byte{
		"random numbers": func(i uint64) []byte { return fmt.Append(nil, i*0x9e3779b97f4a7c15>>38) },
		"many words":     func(i uint64) []byte { return fmt.Appendf(nil, "%x-1", i*0x9e3779b97f4a7c15) },
		"words and numbers": func(i uint64) []byte {
			return fmt.Appendf(nil, "w%d-%d", i%200, i*0x9e3779b97f4a7c15>>38)
		},
	} {
		var p pointers
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
