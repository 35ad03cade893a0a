// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/mempool"
)

func TestRelease(t *testing.T) {
	tests := map[string]struct {
		release  mempool.Release
		text     string
		reserved uint64 // after a free of 64 MiB beside a live block of 2 MiB, and a synchronize
	}{
		"zero keeps everything": {0, "keep everything", 66 * mib},
		"all":                   {mempool.ReleaseAll, "release all", 2 * mib},
		"keep nothing is all":   {mempool.KeepBytes(0), "release all", 2 * mib},
		"keep the largest size": {mempool.KeepBytes(math.MaxUint64), "keep everything", 66 * mib},
		"keep some":             {mempool.KeepBytes(32 * mib), "keep 33554432 bytes", 32 * mib},
		"keep a bit more":       {mempool.KeepBytes(32*mib + 1), "keep 33554433 bytes", 34 * mib},
		"keep less than used":   {mempool.KeepBytes(1), "keep 1 bytes", 2 * mib},
		"keep the whole pool":   {mempool.KeepBytes(128 * mib), "keep 134217728 bytes", 66 * mib},
	}
	for name, tt := range tests {
		for when, config := range map[string]mempool.Release{"from the Config": tt.release, "set later": mempool.KeepBytes(4 * mib)} {
			t.Run(name+", "+when, func(t *testing.T) {
				p, s := newPool(t, mempool.Config{MaxSize: 128 * mib, Release: config})
				assert.Equal(t, config, p.Release())
				require.NoError(t, p.SetRelease(tt.release))
				assert.Equal(t, tt.release, p.Release())
				assert.Equal(t, tt.text, tt.release.String())
				live := malloc(t, p, s, 1)
				free(t, p, s, malloc(t, p, s, 64*mib))
				synchronize(t, s)
				assert.Equal(t, tt.reserved, stats(t, p).Reserved)
				free(t, p, s, live)
			})
		}
	}
}

func TestSetReleaseRefuses(t *testing.T) {
	dev, f, _ := newFaulty(t)
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 64 * mib, Release: mempool.KeepBytes(mib)})
	err := p.SetRelease(mempool.KeepBytes(64*mib + 1))
	require.ErrorIs(t, err, acl.ErrInvalid)
	assert.ErrorContains(t, err, `mempool: set release of "kv": release: keep 67108865 bytes: the pool has 67108864`)
	f.fails["MemPoolSetAttr"] = driver.RTInternalError
	err = p.SetRelease(0)
	require.ErrorIs(t, err, acl.CodeRTInternalError)
	assert.Equal(t, mempool.KeepBytes(mib), p.Release(), "nothing changed")
}

// B01: the threshold holds on every path, also when two of three frees are complete.
func TestKeptMemoryStays(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 1 << 30})
	a, b, c := malloc(t, p, s, 64*mib), malloc(t, p, s, 64*mib), malloc(t, p, s, 64*mib)
	synchronize(t, s)
	free(t, p, s, a, b)
	_, err := s.Query()
	require.NoError(t, err)
	free(t, p, s, c)
	assert.EqualValues(t, 192*mib, stats(t, p).Reserved)
	synchronize(t, s)
	st := stats(t, p)
	assert.EqualValues(t, 192*mib, st.Reserved)
	assert.Zero(t, st.Used)
	tr, err := p.TrimTo(0)
	require.NoError(t, err)
	assert.Equal(t, mempool.Trimmed{Released: 192 * mib}, tr)
	assert.Zero(t, stats(t, p).Reserved)
}

// B03: a threshold that is set before the first allocation counts.
func TestReleaseBeforeTheFirstAllocation(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 1 << 30, Release: mempool.ReleaseAll})
	require.NoError(t, p.SetRelease(mempool.KeepBytes(128*mib)))
	assert.Equal(t, mempool.KeepBytes(128*mib), p.Release())
	free(t, p, s, malloc(t, p, s, 64*mib))
	synchronize(t, s)
	assert.EqualValues(t, 64*mib, stats(t, p).Reserved)
}
