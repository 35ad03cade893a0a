// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestMallocAsync(t *testing.T) {
	tests := map[string]struct {
		size, rounded uint64
		want          error
		text          string
	}{
		"one byte":                {size: 1, rounded: 2 * mib},
		"a granule":               {size: 2 * mib, rounded: 2 * mib},
		"a byte more":             {size: 2*mib + 1, rounded: 4 * mib},
		"the whole pool":          {size: 64 * mib, rounded: 64 * mib},
		"all but a byte":          {size: 64*mib - 1, rounded: 64 * mib},
		"zero bytes":              {size: 0, want: acl.ErrInvalid, text: "allocate 0 bytes"},
		"more than the pool":      {size: 64*mib + 1, want: acl.ErrOutOfMemory, text: "make the pool larger"},
		"a size of 2^63":          {size: 1 << 63, want: acl.ErrOutOfMemory, text: "ask for less than the device has"},
		"a size near 2^64":        {size: math.MaxUint64, want: acl.ErrInvalid, text: "no more than fits 64 bits"},
		"the last that rounds":    {size: math.MaxUint64 - 2*mib + 1, want: acl.ErrOutOfMemory, text: "ask for less than the device has"},
		"the first that does not": {size: math.MaxUint64 - 2*mib + 2, want: acl.ErrInvalid, text: "no more than fits 64 bits"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p, s := newPool(t, mempool.Config{Name: "kv", MaxSize: 64 * mib})
			b, err := p.MallocAsync(s, tt.size)
			if tt.want != nil {
				require.ErrorIs(t, err, tt.want)
				assert.ErrorContains(t, err, `from "kv"`)
				assert.ErrorContains(t, err, tt.text)
				assert.True(t, b.IsZero())
				st := stats(t, p)
				st.OutOfMemory = 0
				assert.Equal(t, mempool.Stats{MaxSize: 64 * mib, ReuseKnown: st.ReuseKnown}, st)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.size, b.Size())
			assert.Equal(t, tt.rounded, b.Rounded())
			assert.Equal(t, b.Ptr(), b.View().Ptr())
			assert.Equal(t, tt.size, b.View().Size())
			assert.Zero(t, uint64(b.Ptr())%driver.Granule)
			free(t, p, s, b)
		})
	}
}

// Among others: the pool of one device and a stream of another device.
//
// Case B41.
func TestMallocAsyncRefuses(t *testing.T) {
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, sim.Config{Devices: 2})
	dev, other := acltest.Open(t, m, 0), acltest.Open(t, m, 1)
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	closed := acltest.Stream(t, dev)
	require.NoError(t, closed.Close(context.Background()))
	tests := map[string]struct {
		s    *stream.Stream
		want error
		text string
	}{
		"no stream":                 {want: acl.ErrInvalid, text: "no stream"},
		"zero stream":               {s: &stream.Stream{}, want: acl.ErrInvalid, text: "no stream"},
		"closed stream":             {s: closed, want: acl.ErrClosed, text: closed.Name()},
		"stream of another device":  {s: acltest.Stream(t, other), want: acl.ErrInvalid, text: "is of device 1 (simulated Ascend910B3, 2 devices of 65536 MiB), the pool of device 0 ("},
		"stream of another machine": {s: acltest.Stream(t, acltest.New(t)), want: acl.ErrInvalid, text: "the pool of device 0 ("},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			before := stats(t, p)
			_, err := p.MallocAsync(tt.s, 1)
			require.ErrorIs(t, err, tt.want)
			assert.ErrorContains(t, err, `mempool: allocate 1 byte from "kv": `)
			assert.ErrorContains(t, err, tt.text)
			_, called := errors.AsType[*acl.Error](err)
			assert.False(t, called, "ACL was not asked")
			assert.Equal(t, before, stats(t, p))
		})
	}
}

// A device that was opened twice is one device: a pool of either accepts streams of the other.
func TestMallocAsyncOnADeviceOpenedTwice(t *testing.T) {
	m := acltest.NewMachine(t, sim.Config{})
	one, two := acltest.Open(t, m, 0), acltest.Open(t, m, 0)
	acltest.AllowHazards(t, one, hazard.UnorderedUse)
	p := acltest.Pool(t, one, mempool.Config{MaxSize: 64 * mib})
	s1, s2 := acltest.Stream(t, one), acltest.Stream(t, two)
	for range 4 {
		a, b := malloc(t, p, s1, 1), malloc(t, p, s2, 1)
		assert.NotEqual(t, a.Ptr(), b.Ptr())
		assert.EqualValues(t, 2, stats(t, p).LiveBlocks)
		free(t, p, s1, b)
		free(t, p, s2, a)
	}
	assert.EqualValues(t, 8, stats(t, p).Frees)
}

// An internal error is not a lack of memory where memory cannot be what is missing.
func TestInternalErrorIsNotOutOfMemory(t *testing.T) {
	dev, f, _ := newFaulty(t)
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
	live := malloc(t, p, s, 2*mib)
	broken := f.Before(func(faultdriver.Call) driver.Status {
		return driver.Fail(driver.RTInternalError, "made to fail")
	}, "aclrtMemPoolMallocAsync")
	for name, size := range map[string]uint64{"small": 1, "half of the rest": 30 * mib} {
		_, err := p.MallocAsync(s, size)
		require.ErrorIs(t, err, codes.RTInternalError, name)
		assert.NotErrorIs(t, err, acl.ErrOutOfMemory, name)
	}
	for _, call := range []string{"aclrtMemPoolGetAttr", "aclrtGetMemInfo"} { // what the text needs may fail too
		failing := f.Before(func(faultdriver.Call) driver.Status { return driver.Fail(driver.RTDrvInternalError, "made to fail") }, call)
		_, err := p.MallocAsync(s, 1)
		failing.Remove()
		require.ErrorIs(t, err, codes.RTInternalError)
		require.ErrorIs(t, err, codes.RTDrvInternalError)
	}
	broken.Remove()
	f.Fail("aclrtMemPoolMallocAsync", driver.RTStreamContext)
	_, err := p.MallocAsync(s, 1)
	require.ErrorIs(t, err, codes.RTStreamContext)
	require.ErrorIs(t, err, acl.ErrInvalid)
	st := stats(t, p)
	assert.Zero(t, st.OutOfMemory)
	assert.EqualValues(t, 1, st.LiveBlocks)
	free(t, p, s, live)
}
