// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

// resident returns the resident memory of this process in MiB.
func resident(t testing.TB) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	require.NoError(t, err)
	var size, pages int
	_, err = fmt.Sscan(string(text), &size, &pages)
	require.NoError(t, err)
	return pages * os.Getpagesize() / mib
}

// A simulated device uses only as much host memory as is touched. Reserving and allocating use
// none, freed memory stays with the pool, and trimmed memory returns to the operating system.
func TestDeviceMemoryIsWhatIsTouched(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("resident memory is read from /proc/self/statm, which only Linux has")
	}
	const part, noise = 64 * mib, 12 // the latter in MiB
	dev := acltest.New(t, sim.Config{Memory: 64 << 30})
	s := acltest.Stream(t, dev)
	start := resident(t)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 60 << 30})
	assert.InDelta(t, start, resident(t), noise, "60 GiB reserved")

	var blocks []mempool.Block
	for range 4 {
		blocks = append(blocks, malloc(t, p, s, part))
	}
	huge := malloc(t, p, s, 50<<30)
	synchronize(t, s)
	assert.InDelta(t, start, resident(t), noise, "50 GiB and four parts allocated")

	for _, b := range blocks[:2] {
		require.NoError(t, s.Fill(b.View(), 1))
	}
	synchronize(t, s)
	assert.InDelta(t, start+128, resident(t), noise, "two parts used")

	free(t, p, s, blocks...)
	free(t, p, s, huge)
	synchronize(t, s)
	assert.InDelta(t, start+128, resident(t), noise, "kept by the pool")

	tr, err := p.TrimSync(context.Background(), part)
	require.NoError(t, err)
	assert.Equal(t, uint64(50<<30+3*part), tr.Released)
	assert.LessOrEqual(t, resident(t), start+64+noise, "all but one part trimmed")

	_, err = p.TrimTo(0)
	require.NoError(t, err)
	assert.InDelta(t, start, resident(t), noise, "trimmed")

	b := malloc(t, p, s, part)
	require.NoError(t, s.Fill(b.View(), 2))
	synchronize(t, s)
	assert.InDelta(t, start+64, resident(t), noise, "one part used again")
	free(t, p, s, b)
	require.NoError(t, p.SetRelease(mempool.ReleaseAll))
	synchronize(t, s)
	assert.InDelta(t, start, resident(t), noise, "released by a synchronize")
}
