// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// Two machines get the same operations, one in batches and the other by single calls. Among
// them are requests that do not fit, and frees of unknown and of freed addresses.
func TestBatchIsItsCalls(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		batched, called := newRig(t, nil), newRig(t, nil)
		streams, pool := []driver.Stream{batched.stream(), batched.stream()}, batched.pool(16*mib)
		others := []driver.Stream{called.stream(), called.stream()}
		require.Equal(rt, streams, others, "handles of two machines are the same")
		require.Equal(rt, pool, called.pool(16*mib))

		var live []driver.Addr
		for range rapid.IntRange(1, 4).Draw(rt, "batches") {
			ops := make([]driver.BatchOp, rapid.IntRange(0, 12).Draw(rt, "operations"))
			for i := range ops {
				s := rapid.SampledFrom(streams).Draw(rt, "stream")
				switch rapid.IntRange(0, 5).Draw(rt, "kind") {
				case 0:
					ops[i].SetFree(rapid.SampledFrom(append(live, 0)).Draw(rt, "address"), s)
				case 1, 2:
					ops[i].SetFreeOf(rapid.IntRange(0, i).Draw(rt, "operation"), s)
				default:
					ops[i].SetMalloc(rapid.Uint64Range(0, 6*mib).Draw(rt, "size"), s)
				}
			}
			first, ended := driver.Status{}, false
			want := make([]driver.Code, len(ops))
			addrs := make([]driver.Addr, len(ops))
			for i, op := range ops {
				if ended {
					want[i] = want[i-1]
					continue
				}
				var st driver.Status
				switch op.Kind {
				case driver.BatchMalloc:
					addrs[i], st = called.MallocAsync(called.ac, pool, op.Arg, op.Stream)
					ended = !st.OK()
				case driver.BatchFree:
					st = called.FreeAsync(called.ac, driver.Addr(op.Arg), op.Stream)
				case driver.BatchFreeOf:
					st = called.FreeAsync(called.ac, append(addrs[:i:i], 0)[op.Arg], op.Stream)
				}
				want[i] = st.Code
				if first.OK() {
					first = st
				}
			}
			require.Equal(rt, first, batched.MemPoolBatch(batched.ac, pool, ops))
			for i, op := range ops {
				require.Equal(rt, want[i], op.Code, "operation %d", i)
				require.Equal(rt, addrs[i], op.Addr, "operation %d", i)
				if op.Addr != 0 {
					live = append(live, op.Addr)
				}
			}
			for _, attr := range []driver.PoolAttr{driver.PoolUsed, driver.PoolUsedHigh, driver.PoolReserved, driver.PoolReservedHigh} {
				require.Equal(rt, called.attr(pool, attr), batched.attr(pool, attr), "attribute %d", attr)
			}
		}
	})
}

func TestBatchOnAReleaseWithoutTheCalls(t *testing.T) {
	r := newRig(t, func(c *fakeacl.Config) { c.Behaviour = "cann90" })
	s, p := r.stream(), r.pool(16*mib)
	ops := make([]driver.BatchOp, 2)
	ops[0].SetMalloc(1, s)
	ops[1].SetFreeOf(0, s)
	assert.Equal(t, driver.Fail(driver.CodeNoSymbol, "aclrtMemPoolMallocAsync"), r.MemPoolBatch(r.ac, p, ops))
	for i := range ops {
		assert.Equal(t, driver.CodeNoSymbol, ops[i].Code)
	}
}
