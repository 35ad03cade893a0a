//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/cshim"
	"github.com/ascend-go/aclpool/internal/cshim/cshimtest"
	"github.com/ascend-go/aclpool/internal/driver"
)

// batchOp draws operation number i of a batch, which may be invalid. The record holds
// arbitrary values from an earlier use.
func batchOp(t *rapid.T, i int) driver.BatchOp {
	op := driver.BatchOp{Code: 77, Addr: 7777}
	s := driver.Stream(rapid.IntRange(0x3000, 0x3003).Draw(t, "stream"))
	number := rapid.Uint64Range(0, 1<<12).Draw(t, "number")
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0, 1, 2:
		op.SetFree(driver.Addr(number), s)
	case 3, 4, 5:
		op.SetFreeOf(rapid.IntRange(-1, i+1).Draw(t, "operation"), s)
	default:
		op.SetMalloc(number, s)
	}
	return op
}

// A batch has the same effects, results and messages as its calls one by one.
func TestBatchIsItsCalls(t *testing.T) {
	build(t, "libbatch.so", whole("batch.c")...)
	alone(t, nil, func(t *testing.T) {
		l := open(t, "batch.c")
		rapid.Check(t, func(t *rapid.T) {
			ops := make([]driver.BatchOp, rapid.IntRange(0, 40).Draw(t, "operations"))
			for i := range ops {
				ops[i] = batchOp(t, i)
			}
			cshimtest.SetVariable("history", 0)
			cshimtest.SetVariable("allocations", 0)
			want := slices.Clone(ops)
			first := driver.OneByOne(l, ac, pool, want)
			history := cshimtest.Variable("history")

			cshimtest.SetVariable("history", 0)
			cshimtest.SetVariable("allocations", 0)
			require.Equal(t, first, l.MemPoolBatch(ac, pool, ops))
			require.Equal(t, want, ops)
			require.Equal(t, history, cshimtest.Variable("history"))
		})
	})
}

func TestBatchOnALibraryWithoutTheCalls(t *testing.T) {
	path := build(t, "libbare.so", "bare.c")
	alone(t, nil, func(t *testing.T) {
		l, err := cshim.Open(cshim.Options{Path: path})
		require.NoError(t, err)
		tests := map[string]struct {
			ops  []driver.BatchOp
			want string
		}{
			"allocations": {[]driver.BatchOp{malloc(1, line), malloc(2, line)}, "aclrtMemPoolMallocAsync"},
			"frees":       {[]driver.BatchOp{free(1, line), free(2, line)}, "aclrtMemPoolFreeAsync"},
		}
		for name, tt := range tests {
			assert.Equal(t, driver.Fail(driver.CodeNoSymbol, tt.want), l.MemPoolBatch(ac, pool, tt.ops), name)
			for _, op := range tt.ops {
				assert.Equal(t, driver.CodeNoSymbol, op.Code, name)
			}
		}
	})
}

func TestBatchIsInItsContext(t *testing.T) {
	onThread(t, func(t *testing.T, l *cshim.Library) {
		a := ok[driver.Context](t)(l.SetDevice(0))
		b := ok[driver.Context](t)(l.SetDevice(1))
		p := ok[driver.Pool](t)(l.MemPoolCreate(b, driver.PoolProps{LocationID: 1, LocationType: driver.LocationTypeDevice}))
		s := ok[driver.Stream](t)(l.CreateStream(b))
		foreign := ok[driver.Stream](t)(l.CreateStream(a))

		ops := []driver.BatchOp{malloc(64, s), freeOf(0, s)}
		require.Equal(t, driver.Status{}, l.MemPoolBatch(b, p, ops))
		assert.Equal(t, driver.Addr(64), ops[0].Addr)
		assert.Equal(t, uintptr(a), cshimtest.Current(), "the thread has what it had")

		ops = []driver.BatchOp{free(64, foreign), free(64, s), free(64, foreign)}
		want := driver.Fail(driver.RTStreamContext, "foreign context, device 1")
		require.Equal(t, want, l.MemPoolBatch(b, p, ops))
		assert.Equal(t, []driver.Code{want.Code, 0, want.Code}, codes(ops), "the failure of a free does not end a batch")
		assert.Equal(t, uintptr(a), cshimtest.Current(), "nor is it lost what the thread had")

		ops = []driver.BatchOp{malloc(64, s), malloc(65, s), freeOf(0, s), malloc(66, s)}
		want = driver.Fail(driver.RTInternalError, "no room for 65")
		require.Equal(t, want, l.MemPoolBatch(b, p, ops), "no text of the batch before")
		assert.Equal(t, []driver.Code{0, want.Code, want.Code, want.Code}, codes(ops), "an allocation that fails ends it")

		c := ok[driver.Context](t)(l.CreateContext(2))
		require.True(t, l.DestroyContext(c).OK())
		ops = []driver.BatchOp{free(64, s), free(66, s)}
		want = driver.Fail(driver.RTParamInvalid, "aclrtSetCurrentContext: stale context of device 2")
		assert.Equal(t, want, l.MemPoolBatch(c, p, ops))
		assert.Equal(t, []driver.Code{want.Code, want.Code}, codes(ops))
		assert.Equal(t, driver.RTContextNull, l.MemPoolBatch(0, p, ops).Code)
		assert.Equal(t, uintptr(a), cshimtest.Current())
	})
}

func malloc(size uint64, s driver.Stream) (op driver.BatchOp) { op.SetMalloc(size, s); return op }
func free(a driver.Addr, s driver.Stream) (op driver.BatchOp) { op.SetFree(a, s); return op }
func freeOf(i int, s driver.Stream) (op driver.BatchOp)       { op.SetFreeOf(i, s); return op }

func codes(ops []driver.BatchOp) (c []driver.Code) {
	for _, op := range ops {
		c = append(c, op.Code)
	}
	return c
}

func TestBatchAllocatesNothing(t *testing.T) {
	build(t, "libfloor.so", whole("floor.c")...)
	alone(t, nil, func(t *testing.T) {
		l := open(t, "floor.c")
		var ops [32]driver.BatchOp
		assert.Zero(t, testing.AllocsPerRun(100, func() { // the records may lie on the stack
			var local [32]driver.BatchOp
			fill(local[:])
			l.MemPoolBatch(ac, pool, local[:])
		}))
		var api driver.API = l
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			fill(ops[:])
			api.MemPoolBatch(ac, pool, ops[:])
		}))
		for i, op := range ops {
			assert.Zero(t, op.Code, i)
		}
	})
}
