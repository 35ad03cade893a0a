// SPDX-License-Identifier: Apache-2.0

package hostmem_test

import (
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// noise is by how many bytes the resident memory of the test process may change by itself.
const noise = 8 * miB

// resident returns the resident memory of this process in bytes.
func resident(t *testing.T) int64 {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("resident memory is read from /proc/self/statm, which only Linux has")
	}
	text, err := os.ReadFile("/proc/self/statm")
	require.NoError(t, err)
	var size, pages int64
	_, err = fmt.Sscan(string(text), &size, &pages)
	require.NoError(t, err)
	return pages * int64(page)
}

func touch(b []byte) {
	for i := 0; i < len(b); i += int(page) {
		b[i] = 1
	}
}

func TestOnlyWhatIsTouchedIsResident(t *testing.T) {
	const part = 64 * miB
	start := resident(t)
	r := reserve(t, 64*giB)
	assert.InDelta(t, start, resident(t), noise, "reserved")

	low, high := use(t, r, 0, part), use(t, r, 64*giB-part, part)
	assert.InDelta(t, start, resident(t), noise, "committed and viewed")
	touch(low)
	touch(high)
	assert.InDelta(t, start+2*part, resident(t), noise, "touched")
	require.NoError(t, r.Release(0, part))
	assert.InDelta(t, start+part, resident(t), noise, "the low part released")
	assert.Equal(t, byte(1), high[0], "the high part stays")
	assert.Zero(t, low[0], "the low part reads as zero")

	require.NoError(t, r.Release(0, r.Size()))
	assert.InDelta(t, start, resident(t), noise, "everything released")
	touch(use(t, r, part, part))
	require.NoError(t, r.Close())
	assert.InDelta(t, start, resident(t), noise, "closed")
}

// If the parts of a mapping had different protections, they would count as mappings, of which
// the kernel allows 65530 by default.
func TestReleaseDoesNotSplitTheMapping(t *testing.T) {
	const parts = 1 << 16
	r := reserve(t, 2*parts*page)
	for i := range uint64(parts) {
		require.NoError(t, r.Commit(2*i*page, page))
		require.NoError(t, r.Release(2*i*page, page))
	}
	b := use(t, r, 0, 2*page)
	touch(b)
	assert.Equal(t, byte(1), b[page])
}

func TestReserveMoreThanAnyMachineHas(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("only on Linux on amd64 is as much address space certain")
	}
	const size = 4 << 40
	r := reserve(t, size)
	first, last := use(t, r, 0, 1), use(t, r, size-1, 1)
	first[0], last[0] = 1, 2
	assert.Equal(t, []byte{1, 2}, []byte{use(t, r, 0, 1)[0], use(t, r, size-1, 1)[0]})
}
