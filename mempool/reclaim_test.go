// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

var behaviours = []sim.Behaviour{sim.Documented, sim.CANN91, sim.CANNMaster, sim.CANNDev}

// Memory of a deferred free is available to every stream that finds no other memory, once all
// places have been reached and the host knows it.
func TestDeferredFreesAreAvailableToEveryStream(t *testing.T) {
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) {
			r := newRig(t, b, mempool.Config{MaxSize: 2 * mib})
			block := malloc(t, r.Pool, r.s[0], 1)
			gate := acltest.Hold(t, r.s[1])
			require.NoError(t, r.FreeAfter(r.s[0], block, r.s[1]))
			assert.False(t, r.taken(r.s[2]), "the other stream is at work")
			gate.Release()
			synchronize(t, r.s[:]...)
			assert.True(t, r.taken(r.s[2]))
			synchronize(t, r.s[2])
		})
	}
}

// A request that is too large for the pool does not trim it.
func TestHopelessRequestChangesNothing(t *testing.T) {
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) {
			r := newRig(t, b, mempool.Config{MaxSize: 8 * mib})
			free(t, r.Pool, r.s[0], malloc(t, r.Pool, r.s[0], 4*mib))
			synchronize(t, r.s[0])
			before := stats(t, r.Pool)
			_, err := r.MallocAsync(r.s[0], 9*mib)
			require.ErrorIs(t, err, acl.ErrOutOfMemory)
			before.OutOfMemory++
			assert.Equal(t, before, stats(t, r.Pool))
			require.ErrorIs(t, r.MallocAsyncN(r.s[0], make([]mempool.Block, 2), []uint64{1, 8 * mib}), acl.ErrOutOfMemory)
			after := stats(t, r.Pool)
			assert.GreaterOrEqual(t, after.Reserved, before.Reserved)
			assert.Equal(t, before.Used, after.Used)
		})
	}
}

// A list is allocated partly from cached memory and partly from free memory of the device.
func TestListFromCacheAndDevice(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.Documented, sim.CANN91, sim.CANNDev} {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b, Memory: 64 * mib})
			p, s := acltest.Pool(t, dev, mempool.Config{MaxSize: 32 * mib}), acltest.Stream(t, dev)
			free(t, p, s, malloc(t, p, s, 6*mib))
			synchronize(t, s)
			mem, err := dev.MemInfo()
			require.NoError(t, err)
			m, err := dev.Malloc(mem.Free - 6*mib)
			require.NoError(t, err)
			blocks := make([]mempool.Block, 2)
			require.NoError(t, p.MallocAsyncN(s, blocks, []uint64{6 * mib, 4 * mib}))
			require.NoError(t, p.FreeAsyncN(s, blocks))
			require.NoError(t, m.Close())
		})
	}
}

// ResetPeaks sets the peaks to what is used, which does not include deferred frees.
func TestResetPeaksWithDeferredFrees(t *testing.T) {
	r := newRig(t, sim.Documented, mempool.Config{MaxSize: 8 * mib})
	block := malloc(t, r.Pool, r.s[0], 1)
	acltest.Hold(t, r.s[1])
	require.NoError(t, r.FreeAfter(r.s[0], block, r.s[1]))
	require.NoError(t, r.ResetPeaks())
	st := stats(t, r.Pool)
	assert.Equal(t, [3]uint64{0, 0, 2 * mib}, [3]uint64{st.Used, st.UsedHigh, st.Reserved})
}

// B55: nothing is used and nothing is pending, so a pool has memory for anything that fits,
// whoever freed it, with every switch.
func TestIdlePoolRefusesNothing(t *testing.T) {
	reuses := []mempool.Reuse{{}, {Event: mempool.EventReuseOff}, {Internal: true}}
	for _, b := range behaviours {
		for _, reuse := range reuses {
			t.Run(fmt.Sprintf("%s/%s", b, reuse), func(t *testing.T) {
				dev := acltest.New(t, sim.Config{Behaviour: b})
				unit := unitOf(t, dev)
				s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
				p := acltest.Pool(t, dev, mempool.Config{MaxSize: 60 * unit, Reuse: reuse})
				for _, size := range []uint64{20 * unit, 40 * unit, 60 * unit} {
					for _, on := range []*stream.Stream{s, other} {
						block := malloc(t, p, on, size)
						free(t, p, on, block)
						synchronize(t, on)
					}
				}
				blocks := make([]mempool.Block, 3)
				require.NoError(t, p.MallocAsyncN(s, blocks, []uint64{4 * unit, 40 * unit, 16 * unit}))
				require.NoError(t, p.FreeAsyncN(s, blocks))
				synchronize(t, s)
			})
		}
	}
}

// unitOf returns a 64th of the memory of the device, which is 1 GiB where the device has its
// full size. On Windows, where all memory that is allocated counts as used, it is 16 MiB.
func unitOf(t testing.TB, dev *acl.Device) uint64 {
	t.Helper()
	if runtime.GOOS == "windows" {
		return 16 * mib
	}
	mem, err := dev.MemInfo()
	require.NoError(t, err)
	return mem.Total / 64 / mib * mib
}

// Only what is needed goes back.
func TestReclaimKeepsTheRest(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.Documented, sim.CANN91, sim.CANNDev} {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b})
			s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
			p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib, Reuse: mempool.Reuse{Event: mempool.EventReuseOff}})
			var blocks []mempool.Block
			for range 32 {
				blocks = append(blocks, malloc(t, p, s, 1))
			}
			free(t, p, s, blocks...)
			synchronize(t, s)
			got := malloc(t, p, other, 4*mib)
			st := stats(t, p)
			assert.GreaterOrEqual(t, st.Reserved, uint64(62*mib), "a release needs one step more, around the granule that the pool keeps in use")
			assert.EqualValues(t, 4*mib, st.Used)
			free(t, p, other, got)
			synchronize(t, other)
		})
	}
}
