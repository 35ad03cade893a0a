// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

func TestNewMaxSize(t *testing.T) {
	tests := map[string]struct{ asked, want uint64 }{
		"whole granules":         {asked: 64 * mib, want: 64 * mib},
		"one byte":               {asked: 1, want: 2 * mib},
		"one byte more":          {asked: 64*mib + 1, want: 66 * mib},
		"all of the device":      {asked: 1 << 30, want: 1 << 30},
		"zero is 90 % of 1 GiB":  {asked: 0, want: 920 * mib},
		"to the end of a device": {asked: 1<<30 - 1, want: 1 << 30},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p := acltest.Pool(t, acltest.New(t, sim.Config{Memory: 1 << 30}), mempool.Config{MaxSize: tt.asked})
			st := stats(t, p)
			assert.Equal(t, mempool.Stats{MaxSize: tt.want, ReuseKnown: st.ReuseKnown}, st)
		})
	}
}

func TestNewZeroMaxSizeOnFullDevice(t *testing.T) {
	dev := acltest.New(t, sim.Config{Memory: 64 * mib})
	taken, err := dev.Malloc(63 * mib)
	require.NoError(t, err)
	mem, err := dev.MemInfo()
	require.NoError(t, err)
	_, err = mempool.New(context.Background(), dev, mempool.Config{Name: "late"})
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	assert.ErrorContains(t, err, fmt.Sprintf(`mempool: make "late" on device 0: the device has %d of 67108864 bytes free`, mem.Free))
	require.NoError(t, taken.Close())
}

func TestNewBadConfig(t *testing.T) {
	tests := map[string]struct {
		cfg  mempool.Config
		want error
		text string
	}{
		"more than the device": {
			cfg: mempool.Config{MaxSize: 1<<30 + 1}, want: acl.ErrInvalid,
			text: "MaxSize of 1073741825 bytes, rounded up to a multiple of 2097152, is more than the 1073741824 bytes of the device",
		},
		"size near 2^64": {
			cfg: mempool.Config{MaxSize: math.MaxUint64}, want: acl.ErrInvalid,
			text: "MaxSize of 18446744073709551615 bytes",
		},
		"keeps more than there is": {
			cfg: mempool.Config{MaxSize: 64 * mib, Release: mempool.KeepBytes(65 * mib)}, want: acl.ErrInvalid,
			text: "release: keep 68157440 bytes: the pool has 67108864",
		},
		"caching engine":   {cfg: mempool.Config{Engine: mempool.EngineCaching}, want: acl.ErrNotSupported, text: "not in this release"},
		"unknown engine":   {cfg: mempool.Config{Engine: 7}, want: acl.ErrInvalid, text: "Engine(7): want Auto, Native or Caching"},
		"completed frees":  {cfg: mempool.Config{Reuse: mempool.Reuse{Opportunistic: mempool.OpportunisticCompleted}}, want: acl.ErrNotSupported, text: "Gamble"},
		"unknown gambling": {cfg: mempool.Config{Reuse: mempool.Reuse{Opportunistic: -1}}, want: acl.ErrInvalid, text: "Opportunistic(-1): want Off, Completed or Gamble"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tt.cfg.Name = "bad"
			dev := acltest.New(t, sim.Config{Memory: 1 << 30})
			_, err := mempool.New(context.Background(), dev, tt.cfg)
			require.ErrorIs(t, err, tt.want)
			assert.ErrorContains(t, err, `mempool: make "bad" on device 0: `)
			assert.ErrorContains(t, err, tt.text)
		})
	}
}

func TestNewNeedsAnOpenDevice(t *testing.T) {
	_, err := mempool.New(context.Background(), nil, mempool.Config{Name: "kv"})
	require.ErrorIs(t, err, acl.ErrInvalid)
	assert.ErrorContains(t, err, `mempool: make "kv": no device`)

	dev := acltest.New(t)
	require.NoError(t, dev.Close(context.Background()))
	_, err = mempool.New(context.Background(), dev, mempool.Config{})
	require.ErrorIs(t, err, acl.ErrClosed)
}

func TestNewWithoutPools(t *testing.T) {
	t.Run("simulated", func(t *testing.T) {
		_, err := mempool.New(context.Background(), acltest.New(t, sim.Config{Product: sim.A3}), mempool.Config{})
		require.ErrorIs(t, err, acl.ErrNotSupported)
		assert.ErrorContains(t, err, "allocate with acl.Device.Malloc")
	})
	t.Run("on the product", func(t *testing.T) {
		dev, f, _ := newFaulty(t)
		f.Fail("aclrtMemPoolCreate", driver.RTFeatureNotSupport)
		_, err := mempool.New(context.Background(), dev, mempool.Config{})
		require.ErrorIs(t, err, acl.ErrNotSupported)
		require.ErrorIs(t, err, codes.RTFeatureNotSupport)
		assert.ErrorContains(t, err, "has no stream-ordered pools; allocate with acl.Device.Malloc")
	})
	t.Run("in the library", func(t *testing.T) {
		dev, f, _ := newFaulty(t)
		f.Hide("aclrtMemPoolMallocAsync")
		_, err := mempool.New(context.Background(), dev, mempool.Config{})
		require.ErrorIs(t, err, acl.ErrNotSupported)
		assert.ErrorContains(t, err, "the loaded library does not have aclrtMemPoolMallocAsync")
		assert.Zero(t, f.Count("aclrtMemPoolCreate"))
	})
}

// A vendor's pool was observed to lose a threshold that was set before the first allocation.
func TestNewReadsBackWhatItSets(t *testing.T) {
	for _, attr := range []driver.PoolAttr{driver.PoolReleaseThreshold, driver.PoolReuseEvent} {
		dev, f, _ := newFaulty(t)
		forget(dev, f, attr)
		_, err := mempool.New(context.Background(), dev, mempool.Config{MaxSize: 64 * mib})
		require.ErrorIs(t, err, acl.ErrNotSupported)
		assert.ErrorContains(t, err, "reads back as 0")
		assert.Equal(t, 1, f.Count("aclrtMemPoolDestroy"), "the half-made pool is gone")
	}
}

func TestNewLeavesNothingBehindWhenACallFails(t *testing.T) {
	made := map[string]int{"aclrtMemPoolSetAttr": 1, "aclrtMemPoolGetAttr": 1} // these are called after the pool was created
	for _, call := range []string{"aclrtMemPoolCreate", "aclrtMemPoolSetAttr", "aclrtMemPoolGetAttr", "aclrtGetMemInfo"} {
		t.Run(call, func(t *testing.T) {
			dev, f, _ := newFaulty(t)
			f.Fail(call, driver.RTDrvInternalError)
			_, err := mempool.New(context.Background(), dev, mempool.Config{MaxSize: 64 * mib})
			require.ErrorIs(t, err, codes.RTDrvInternalError)
			assert.ErrorContains(t, err, call)
			assert.Equal(t, f.Count("aclrtMemPoolDestroy"), made[call])
		})
	}
}

func TestNames(t *testing.T) {
	dev := acltest.New(t)
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv"})
	assert.Equal(t, "kv", p.Name())
	assert.Equal(t, `pool "kv" on device 0`, p.String())
	assert.Same(t, dev, p.Device())
	a, b := acltest.Pool(t, dev, mempool.Config{}), acltest.Pool(t, dev, mempool.Config{})
	assert.Regexp(t, `^pool-\d+$`, a.Name())
	assert.NotEqual(t, a.Name(), b.Name())
}

func TestEngine(t *testing.T) {
	dev := acltest.New(t)
	for _, asked := range []mempool.Engine{mempool.EngineAuto, mempool.EngineNative} {
		p := acltest.Pool(t, dev, mempool.Config{Engine: asked})
		info := p.Engine()
		assert.Equal(t, mempool.EngineNative, info.Engine)
		assert.NotEmpty(t, info.Reason)
		assert.Empty(t, info.Missing)
		assert.Equal(t, "native: "+info.Reason, info.String())
	}
	assert.Equal(t, []string{"auto", "native", "caching"}, []string{mempool.EngineAuto.String(), mempool.EngineNative.String(), mempool.EngineCaching.String()})
}
