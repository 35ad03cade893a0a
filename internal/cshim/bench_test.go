//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/benchratio"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/cshim"
	"github.com/ascend-go/aclpool/internal/cshim/cshimtest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// floor returns the library of floor.c, which all benchmarks of the process share.
func floor(b *testing.B) *cshim.Library {
	b.Helper()
	if onFloor == nil {
		onFloor = open(b, "floor.c")
	}
	return onFloor
}

var onFloor *cshim.Library

// noRoom is the size that the library of floor.c refuses to allocate.
const noRoom = 13

const (
	ac   = driver.Context(0x1000)
	pool = driver.Pool(0x2000)
	line = driver.Stream(0x3000)
)

// pairs returns a function that allocates and frees through the driver.
func pairs(l *cshim.Library) func(n int) {
	var api driver.API = l // as every caller does
	return func(n int) {
		for range n {
			a, _ := api.MallocAsync(ac, pool, 2<<20, line)
			api.FreeAsync(ac, a, line)
		}
	}
}

// BenchmarkMallocFreeAsync compares a pair with two empty calls into C.
func BenchmarkMallocFreeAsync(b *testing.B) {
	l := floor(b)
	for b.Loop() {
		benchratio.AtMost(b, 1.25, pairs(l), empty)
	}
}

// empty makes two empty calls into C for each pair.
func empty(n int) {
	for range n {
		cshimtest.Empty()
		cshimtest.Empty()
	}
}

// pooled creates a pool through the public packages. The library does nothing, so the probe
// confirms no behaviour, and the pool uses every workaround.
func pooled(t testing.TB, l *cshim.Library) (*mempool.Pool, [2]*stream.Stream) {
	t.Helper()
	return pooledWith(t, l, nil)
}

// pooledWith is pooled with the checks of stream order, if hazards is not nil.
func pooledWith(t testing.TB, l *cshim.Library, hazards *core.Hazards) (*mempool.Pool, [2]*stream.Stream) {
	t.Helper()
	rt := core.NewRuntime(l, nil, false)
	rt.Hazards = hazards
	opened, err := opaque.OpenDevice(rt, 0, nil)
	require.NoError(t, err)
	dev := (*acl.Device)(opened)
	var s [2]*stream.Stream
	for i := range s {
		s[i], err = stream.New(dev, stream.Config{})
		require.NoError(t, err)
	}
	p, err := mempool.New(context.Background(), dev, mempool.Config{})
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx := context.Background()
		require.NoError(t, errors.Join(p.Close(ctx), s[0].Close(ctx), s[1].Close(ctx), dev.Close(ctx)))
	})
	return p, s
}

// pooledPairs returns a function that allocates and frees through a pool, on one of two
// streams.
func pooledPairs(t testing.TB, l *cshim.Library) benchratio.Work {
	p, streams := pooled(t, l)
	return func(i, n int) {
		s := streams[i]
		for range n {
			b, err := p.MallocAsync(s, 2<<20)
			if err == nil {
				err = p.FreeAsync(s, b)
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	}
}

// BenchmarkPoolMallocFreeAsync compares a pair through a pool, which knows every block,
// with two empty crossings. The goal is 2.0, and 1.9 to 2.1 is what it costs: the driver
// takes 1.2 of it, and most of the rest is the lock of the stream in each call, which keeps
// what is noted of its order in step with the device and lets no block be freed twice.
func BenchmarkPoolMallocFreeAsync(b *testing.B) {
	pairs := pooledPairs(b, floor(b))
	for b.Loop() {
		benchratio.AtMost(b, 2.5, func(n int) { pairs(0, n) }, empty)
	}
}

// BenchmarkPoolTwoStreams is BenchmarkTwoStreams through a pool that two goroutines share.
func BenchmarkPoolTwoStreams(b *testing.B) {
	pairs := pooledPairs(b, floor(b))
	for b.Loop() {
		benchratio.ScalesAtLeast(b, 0.85, pairs, func(_, n int) { empty(n) })
	}
}

// BenchmarkPoolMallocFreeAsyncN measures pairs in batches of 32, for programs that need a
// lower cost per pair.
func BenchmarkPoolMallocFreeAsyncN(b *testing.B) {
	const many = 32
	p, s := pooled(b, floor(b))
	blocks, sizes := make([]mempool.Block, many), make([]uint64, many)
	for i := range sizes {
		sizes[i] = 2 << 20
	}
	pairs := func(n int) {
		for range (n + many - 1) / many {
			err := p.MallocAsyncN(s[0], blocks, sizes)
			if err == nil {
				err = p.FreeAsyncN(s[0], blocks)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	for b.Loop() {
		benchratio.AtMost(b, 1, pairs, func(n int) { empty((n + many - 1) / many * many) })
	}
}

var failed error

// BenchmarkFailingCall compares a failing call, including its error and message, with one
// that succeeds.
func BenchmarkFailingCall(b *testing.B) {
	l := floor(b)
	call := func(size uint64) func(n int) {
		return func(n int) {
			for range n {
				_, st := l.MallocAsync(ac, pool, size, line)
				failed = aclerr.Of("aclrtMemPoolMallocAsync", st)
			}
		}
	}
	for b.Loop() {
		benchratio.AtMost(b, 8, call(noRoom), call(2<<20))
	}
}

func TestSuccessAllocatesNothing(t *testing.T) {
	build(t, "libfloor.so", whole("floor.c")...)
	alone(t, nil, func(t *testing.T) {
		l := open(t, "floor.c")
		_, st := l.MallocAsync(ac, pool, noRoom, line)
		require.Equal(t, driver.Fail(driver.RTInternalError, "EZ9999: the pool has no room left for this request"), st)
		host := make([]byte, 64)
		args := []byte("arguments")
		calls := map[string]func(){
			"malloc and free": func() { pairs(l)(1) },
			"record and wait": func() { l.RecordEvent(ac, 1, line); l.StreamWaitEvent(ac, line, 1) },
			"query":           func() { l.StreamQuery(ac, line) },
			"copies": func() {
				l.Memcpy(ac, driver.OnHost(host), 64, driver.OnDevice(64), 64, driver.CopyDeviceToHost)
				l.MemcpyAsync(ac, driver.OnHost(host), 64, driver.OnDevice(64), 64, driver.CopyDeviceToHost, line)
				l.MemsetAsync(ac, driver.OnDevice(64), 64, 0, 64, line)
			},
			"launch":     func() { l.LaunchKernelWithHostArgs(ac, 1, 8, line, args) },
			"attributes": func() { l.MemPoolGetAttr(ac, pool, driver.PoolUsed) },
			"figures":    func() { l.MemInfo(ac, driver.MemHBM) },
		}
		for name, f := range calls {
			assert.Zero(t, testing.AllocsPerRun(100, f), name)
		}
		through := pooledPairs(t, l)
		assert.Zero(t, testing.AllocsPerRun(100, func() { through(0, 1) }), "malloc and free through a pool")
	})
}
