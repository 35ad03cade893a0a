// SPDX-License-Identifier: Apache-2.0

package hostmem_test

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/hostmem"
)

const (
	miB = 1 << 20
	giB = 1 << 30
)

func reserve(t *testing.T, size uint64) *hostmem.Range {
	t.Helper()
	r, err := hostmem.Reserve(size)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, r.Close()) })
	return r
}

func use(t *testing.T, r *hostmem.Range, off, n uint64) []byte {
	t.Helper()
	require.NoError(t, r.Commit(off, n))
	b, err := r.Bytes(off, n)
	require.NoError(t, err)
	require.Len(t, b, int(n))
	return b
}

func TestFreshMemoryReadsZeroAndKeepsWhatIsWritten(t *testing.T) {
	r := reserve(t, 64*giB)
	for _, off := range []uint64{0, 3, 5 * giB, 64*giB - miB} {
		b := use(t, r, off, miB)
		assert.Equal(t, [2]byte{}, [2]byte{b[0], b[miB-1]})
		b[0], b[miB-1] = 1, 2
		again := use(t, r, off, miB)
		assert.Equal(t, [2]byte{1, 2}, [2]byte{again[0], again[miB-1]})
		b[0], b[miB-1] = 0, 0
	}
}

func TestReleasedMemoryReadsZeroAgain(t *testing.T) {
	r := reserve(t, 8*miB)
	b := use(t, r, 0, 8*miB)
	b[0], b[2*miB], b[4*miB-1], b[4*miB] = 1, 2, 3, 4
	require.NoError(t, r.Release(2*miB, 2*miB))
	b = use(t, r, 0, 8*miB)
	assert.Equal(t, [4]byte{1, 0, 0, 4}, [4]byte{b[0], b[2*miB], b[4*miB-1], b[4*miB]}, "and only what was released")
}

func TestReleaseLeavesPartialPages(t *testing.T) {
	r := reserve(t, miB)
	b := use(t, r, 0, miB)
	b[100], b[101] = 1, 2
	require.NoError(t, r.Release(101, 10))
	assert.Equal(t, [2]byte{1, 2}, [2]byte{b[100], b[101]})
}

func TestOutOfRange(t *testing.T) {
	r := reserve(t, miB)
	tests := map[string]struct{ off, n uint64 }{
		"one past the end":    {miB, 1},
		"offset past the end": {miB + 1, 0},
		"longer than all":     {0, miB + 1},
		"sum wraps around":    {16, ^uint64(0) - 8},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.ErrorContains(t, r.Commit(tt.off, tt.n), "out of range")
			require.ErrorContains(t, r.Release(tt.off, tt.n), "out of range")
			_, err := r.Bytes(tt.off, tt.n)
			require.ErrorContains(t, err, "out of range")
		})
	}
}

func TestReserveBadSizes(t *testing.T) {
	for _, size := range []uint64{0, ^uint64(0), 1 << 63} {
		_, err := hostmem.Reserve(size)
		require.ErrorContains(t, err, strconv.FormatUint(size, 10)+" bytes")
	}
}

func TestUseAfterClose(t *testing.T) {
	r, err := hostmem.Reserve(miB)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	require.NoError(t, r.Close())
	require.ErrorIs(t, r.Commit(0, 1), os.ErrClosed)
	require.ErrorIs(t, r.Release(0, miB), os.ErrClosed)
	_, err = r.Bytes(0, 1)
	require.ErrorIs(t, err, os.ErrClosed)
}

func TestPartsAreIndependent(t *testing.T) {
	r := reserve(t, 64*miB)
	var wg sync.WaitGroup
	for part := range uint64(16) {
		wg.Go(func() {
			for round := range 50 {
				off := part * 4 * miB
				if !assert.NoError(t, r.Commit(off, miB)) {
					return
				}
				b, err := r.Bytes(off, miB)
				if !assert.NoError(t, err) || !assert.Zero(t, b[miB-1]) {
					return
				}
				b[miB-1] = byte(round) + 1
				if !assert.NoError(t, r.Release(off, miB)) {
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestResidentMemoryFollowsUse(t *testing.T) {
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("resident memory is read from /proc, which this system does not have")
	}
	const touched = 256 * miB
	r := reserve(t, 4<<40)
	before := resident(t)
	b := use(t, r, 1<<40, touched)
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
	used := resident(t)
	require.NoError(t, r.Release(1<<40, touched))
	after := resident(t)
	assert.Less(t, before, uint64(touched), "reserving 4 TiB costs nothing")
	assert.InDelta(t, touched, used-before, touched/8, "touching costs what is touched")
	assert.InDelta(t, before, after, touched/8, "releasing gives it back")
}

// resident answers the bytes of memory that this process holds.
func resident(t *testing.T) uint64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	require.NoError(t, err)
	pages, err := strconv.ParseUint(strings.Fields(string(text))[1], 10, 64)
	require.NoError(t, err)
	return pages * uint64(os.Getpagesize())
}
