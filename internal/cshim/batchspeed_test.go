//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"fmt"
	"testing"

	"github.com/ascend-go/aclpool/internal/benchratio"
	"github.com/ascend-go/aclpool/internal/cshim/cshimtest"
	"github.com/ascend-go/aclpool/internal/driver"
)

// fill fills a batch with pairs: every second operation frees what the operation before it
// allocated.
func fill(ops []driver.BatchOp) {
	for i := 0; i+1 < len(ops); i += 2 {
		ops[i].SetMalloc(2<<20, line)
		ops[i+1].SetFreeOf(i, line)
	}
}

// BenchmarkBatch compares a batch, including the writing of its records, with a loop in C
// over the same records.
func BenchmarkBatch(b *testing.B) {
	l := floor(b)
	for _, size := range []struct {
		operations int
		limit      float64
	}{{32, 2.0}, {128, 1.6}} {
		b.Run(fmt.Sprintf("%d operations", size.operations), func(b *testing.B) {
			var api driver.API = l // as every caller does
			ops := make([]driver.BatchOp, size.operations)
			for b.Loop() {
				benchratio.AtMost(b, size.limit, func(n int) {
					for range n {
						fill(ops)
						api.MemPoolBatch(ac, pool, ops)
					}
				}, func(n int) { cshimtest.Loop(ops, pool, n) })
			}
		})
	}
}

// BenchmarkTwoStreams compares how two goroutines on two streams scale with how two
// goroutines that make empty calls into C scale. State shared between streams would lower
// the ratio.
func BenchmarkTwoStreams(b *testing.B) {
	var api driver.API = floor(b)
	for b.Loop() {
		benchratio.ScalesAtLeast(b, 0.85, func(goroutine, n int) {
			s := line + driver.Stream(goroutine)
			for range n {
				a, _ := api.MallocAsync(ac, pool, 2<<20, s)
				api.FreeAsync(ac, a, s)
			}
		}, func(_, n int) {
			for range n {
				cshimtest.Empty()
				cshimtest.Empty()
			}
		})
	}
}
