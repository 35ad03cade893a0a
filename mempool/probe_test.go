// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// failAll makes every call of a function fail, those of a probe too.
func failAll(f *faultdriver.Driver, code driver.Code, function string) *faultdriver.Rule {
	f.Only(0)
	return f.Before(func(faultdriver.Call) driver.Status { return driver.Fail(code, "made to fail") }, function)
}

// A device without a stream for the probe has pools all the same, guarded in every way.
func TestNewWithoutAStreamForTheProbe(t *testing.T) {
	ctx := context.Background()
	dev, f, logs := newFaulty(t)
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close(ctx)) }()
	fault := failAll(f, driver.RTNoStreamResource, "aclrtCreateStream")
	p, err := mempool.New(ctx, dev, mempool.Config{MaxSize: 8 * mib})
	require.NoError(t, err)
	info := p.Engine()
	assert.Len(t, info.Missing, 6)
	assert.Contains(t, info.String(), "pending memory that survives trims (the probe failed: aclrtCreateStream returned 207008)")
	assert.NotZero(t, logs.FilterMessageSnippet("the probe of what they do has failed").Len())
	free(t, p, s, malloc(t, p, s, 1))
	synchronize(t, s)
	require.NoError(t, p.Close(ctx))

	fault.Remove()
	p, err = mempool.New(ctx, dev, mempool.Config{MaxSize: 8 * mib})
	require.NoError(t, err)
	assert.Empty(t, p.Engine().Missing, "the next pool probes again")
	require.NoError(t, p.Close(ctx))
}

// What a probe cannot give back is reported, and given back when the next pool is made.
func TestProbeThatCannotCleanUp(t *testing.T) {
	ctx := context.Background()
	for _, function := range []string{"aclrtMemPoolDestroy", "aclrtDestroyStream", "aclrtFree", "aclrtDestroyContext", "aclrtDestroyEvent"} {
		t.Run(function, func(t *testing.T) {
			dev, f, logs := newFaulty(t)
			before, err := dev.MemInfo()
			require.NoError(t, err)
			fault := failAll(f, driver.RTInternalError, function)
			first, err := mempool.New(ctx, dev, mempool.Config{MaxSize: 8 * mib})
			require.NoError(t, err)
			assert.Equal(t, 1, logs.FilterMessageSnippet("a probe could not give everything back").Len())
			fault.Remove()
			second, err := mempool.New(ctx, dev, mempool.Config{MaxSize: 8 * mib})
			require.NoError(t, err)
			assert.Equal(t, 1, f.Succeeded("aclrtDestroyContext"), "nothing of the probe is left")
			require.NoError(t, first.Close(ctx))
			require.NoError(t, second.Close(ctx))
			after, err := dev.MemInfo()
			require.NoError(t, err)
			assert.Equal(t, before, after)
		})
	}
}

// The pools of 9.0 lose what they are told. Supports and New both say that pools cannot be
// used here, and what to do.
func TestPoolsThatLoseSettings(t *testing.T) {
	ctx := context.Background()
	dev, f, _ := newFaulty(t)
	f.Only(0)
	f.Replace.MemPoolSetAttr = func(driver.Context, driver.Pool, driver.PoolAttr, uint64) driver.Status {
		return driver.Status{}
	}
	_, err := mempool.New(ctx, dev, mempool.Config{MaxSize: 8 * mib})
	require.ErrorIs(t, err, acl.ErrNotSupported)
	assert.ErrorContains(t, err, "the pools of this library do not keep their settings, as those of CANN 9.0 (the release threshold was set to 8388608 and reads back as 0): "+
		"install CANN 9.1 or later, or allocate with acl.Device.Malloc: not supported")
	assert.ErrorIs(t, dev.Supports(ctx, acl.FeaturePools), acl.ErrNotSupported)
}

// The C library of the simulated device has all functions, and those that CANN 9.0 lacks are
// not supported. Supports and New say the same, for a pool of any size.
func TestPoolsThatKeep32Bits(t *testing.T) {
	ctx := context.Background()
	dev, f, _ := newFaulty(t)
	f.Only(0)
	inner := f.Unwrap()
	f.Replace.MemPoolSetAttr = func(ac driver.Context, p driver.Pool, a driver.PoolAttr, v uint64) driver.Status {
		return inner.MemPoolSetAttr(ac, p, a, uint64(uint32(v)))
	}
	failAll(f, driver.RTFeatureNotSupport, "aclrtMemPoolMallocAsync")
	want := "the pools of this library do not keep their settings, as those of CANN 9.0 (the release threshold was set to 4297064448 and reads back as 2097152): " +
		"install CANN 9.1 or later, or allocate with acl.Device.Malloc: not supported"
	_, err := mempool.New(ctx, dev, mempool.Config{Name: "kv", MaxSize: 8 * mib})
	require.ErrorIs(t, err, acl.ErrNotSupported)
	require.EqualError(t, err, `mempool: make "kv" on device 0: `+want)
	err = dev.Supports(ctx, acl.FeaturePools)
	require.ErrorIs(t, err, acl.ErrNotSupported)
	assert.EqualError(t, err, "acl: memory pools on device 0: "+want)
}

// The ctx of New bounds its wait for a probe. The probe goes on, and its findings are kept.
func TestNewGivesUpOnAProbe(t *testing.T) {
	acltest.RequireGoMachine(t)
	dev := acltest.New(t)
	f := testkit.Faults(dev)
	probing, end := make(chan struct{}), make(chan struct{})
	var once sync.Once
	f.Before(func(faultdriver.Call) driver.Status {
		once.Do(func() { close(probing); <-end })
		return driver.Status{}
	}, "aclrtSynchronizeStream")
	ctx, cancel := context.WithCancel(context.Background())
	made := make(chan error, 1)
	go func() {
		_, err := mempool.New(ctx, dev, mempool.Config{Name: "kv"})
		made <- err
	}()
	<-probing
	cancel()
	err := <-made
	require.ErrorIs(t, err, context.Canceled)
	assert.ErrorContains(t, err, `mempool: make "kv" on device 0: the probe of what the device's pools do has not ended`)
	require.ErrorIs(t, dev.Close(context.Background()), acl.ErrBusy)
	close(end)
	contexts := f.Succeeded("aclrtCreateContext")
	_ = acltest.Pool(t, dev, mempool.Config{})
	assert.Equal(t, contexts, f.Succeeded("aclrtCreateContext"), "there is no second probe")
}

func TestNewWithoutADevice(t *testing.T) {
	_, err := mempool.New(t.Context(), nil, mempool.Config{})
	require.EqualError(t, err, "mempool: make a pool: no device: invalid argument")
	_, err = mempool.New(t.Context(), nil, mempool.Config{Name: "kv"})
	require.EqualError(t, err, `mempool: make "kv": no device: invalid argument`)
}
