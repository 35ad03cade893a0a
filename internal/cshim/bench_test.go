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
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/cshim"
	"github.com/ascend-go/aclpool/internal/cshim/cshimtest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/ratio"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// floor opens the library of floor.c for the benchmarks, which share their process.
func floor(b *testing.B) *cshim.Library {
	b.Helper()
	if onFloor == nil {
		onFloor = open(b, "floor.c")
	}
	return onFloor
}

var onFloor *cshim.Library

// noRoom is the size that the library of floor.c refuses.
const noRoom = 13

const (
	ac   = driver.Context(0x1000)
	pool = driver.Pool(0x2000)
	line = driver.Stream(0x3000)
)

// pairs allocates and frees through the driver.
func pairs(l *cshim.Library) func(n int) {
	var api driver.API = l // as every caller does
	return func(n int) {
		for range n {
			a, _ := api.MallocAsync(ac, pool, 2<<20, line)
			api.FreeAsync(ac, a, line)
		}
	}
}

// A pair against two calls into C that do nothing.
func BenchmarkMallocFreeAsync(b *testing.B) {
	l := floor(b)
	for b.Loop() {
		ratio.AtMost(b, 1.25, pairs(l), empty)
	}
}

// empty crosses to C and back twice for each pair, and does nothing there.
func empty(n int) {
	for range n {
		cshimtest.Empty()
		cshimtest.Empty()
	}
}

// pooled allocates and frees through the packages that programs use.
func pooled(t testing.TB, l *cshim.Library) func(n int) {
	t.Helper()
	dev, err := acl.OpenOn(core.NewRuntime(l, nil, false), 0, nil)
	require.NoError(t, err)
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	p, err := mempool.New(dev, mempool.Config{}) // the stub does nothing, so the probe finds nothing
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx := context.Background()
		require.NoError(t, errors.Join(p.Close(ctx), s.Close(ctx), dev.Close(ctx)))
	})
	return func(n int) {
		for range n {
			b, err := p.MallocAsync(s, 2<<20)
			if err == nil {
				err = p.FreeAsync(s, b)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The same through a pool in Go, which knows every block.
func BenchmarkPoolMallocFreeAsync(b *testing.B) {
	pairs := pooled(b, floor(b))
	for b.Loop() {
		ratio.AtMost(b, 2, pairs, empty)
	}
}

var failed error

// A call that fails, with its error and the text in it, against one that does not.
func BenchmarkFailingCall(b *testing.B) {
	l := floor(b)
	call := func(size uint64) func(n int) {
		return func(n int) {
			for range n {
				_, st := l.MallocAsync(ac, pool, size, line)
				failed = acl.ErrorOf("aclrtMemPoolMallocAsync", st)
			}
		}
	}
	for b.Loop() {
		ratio.AtMost(b, 8, call(noRoom), call(2<<20))
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
		through := pooled(t, l)
		assert.Zero(t, testing.AllocsPerRun(100, func() { through(1) }), "malloc and free through a pool")
	})
}
