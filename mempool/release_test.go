// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/mempool"
)

func TestRelease(t *testing.T) {
	tests := map[string]struct {
		release  mempool.Release
		text     string
		reserved uint64 // after a free of 64 MiB and a synchronize, with a live block of 2 MiB
	}{
		"zero keeps everything": {mempool.Release{}, "keep", 66 * mib},
		"all":                   {mempool.ReleaseAll, "all", 2 * mib},
		"keep nothing is all":   {mempool.KeepBytes(0), "all", 2 * mib},
		"keep the largest size": {mempool.KeepBytes(math.MaxUint64), "keep", 66 * mib},
		"keep some":             {mempool.KeepBytes(32 * mib), "32MiB", 32 * mib},
		"keep a bit more":       {mempool.KeepBytes(32*mib + 1), "33554433", 34 * mib},
		"keep less than used":   {mempool.KeepBytes(1), "1", 2 * mib},
		"keep the whole pool":   {mempool.KeepBytes(128 * mib), "128MiB", 66 * mib},
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

// The text of a Release in configuration files.
func TestReleaseText(t *testing.T) {
	for text, want := range map[string]mempool.Release{
		"keep": {}, "all": mempool.ReleaseAll, "0": mempool.ReleaseAll, "7": mempool.KeepBytes(7),
		"1GiB": mempool.KeepBytes(1 << 30), " 3 TiB ": mempool.KeepBytes(3 << 40), "5KiB": mempool.KeepBytes(5 << 10),
		"18446744073709551615": {},
	} {
		var r mempool.Release
		require.NoError(t, r.UnmarshalText([]byte(text)), text)
		assert.Equal(t, want, r, text)
		again := mempool.KeepBytes(1)
		out, err := r.MarshalText()
		require.NoError(t, err)
		require.NoError(t, again.UnmarshalText(out), string(out))
		assert.Equal(t, r, again, text)
	}
	for _, text := range []string{"", "everything", "-1", "1.5GiB", "GiB", "1gib", "16777216TiB", "18446744073709551616"} {
		r := mempool.KeepBytes(1)
		err := r.UnmarshalText([]byte(text))
		require.ErrorIs(t, err, acl.ErrInvalid, text)
		require.ErrorContains(t, err, "KiB, MiB, GiB or TiB", text)
		assert.Equal(t, mempool.KeepBytes(1), r, "it stays what it was")
	}
}

func TestSetReleaseRefuses(t *testing.T) {
	dev, f, _ := newFaulty(t)
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 64 * mib, Release: mempool.KeepBytes(mib)})
	err := p.SetRelease(mempool.KeepBytes(64*mib + 1))
	require.ErrorIs(t, err, acl.ErrInvalid)
	assert.ErrorContains(t, err, `mempool: set release of "kv": release: keep 67108865 bytes: the pool has 67108864`)
	f.Fail("aclrtMemPoolSetAttr", driver.RTInternalError)
	err = p.SetRelease(mempool.Release{})
	require.ErrorIs(t, err, codes.RTInternalError)
	assert.Equal(t, mempool.KeepBytes(mib), p.Release(), "nothing changed")
}

// The threshold is kept at every synchronize, also while only two of three frees have
// completed.
//
// Case B01.
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

// A threshold that is set before the first allocation is in effect.
//
// Case B03.
func TestReleaseBeforeTheFirstAllocation(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 1 << 30, Release: mempool.ReleaseAll})
	require.NoError(t, p.SetRelease(mempool.KeepBytes(128*mib)))
	assert.Equal(t, mempool.KeepBytes(128*mib), p.Release())
	free(t, p, s, malloc(t, p, s, 64*mib))
	synchronize(t, s)
	assert.EqualValues(t, 64*mib, stats(t, p).Reserved)
}
