// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

func TestHotPathAllocatesNothing(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
	assert.Zero(t, testkit.Allocations(1000, func() {
		b, err := p.MallocAsync(s, 2*mib)
		if err == nil {
			err = p.FreeAsync(s, b)
		}
		if err != nil {
			t.Fatal(err)
		}
	}), "a block")
	assert.Zero(t, testkit.Allocations(1000, func() {
		b, err := mempool.NewBuffer[float32](p, s, 1000)
		if err == nil {
			err = b.FreeAsync(s)
		}
		if err != nil {
			t.Fatal(err)
		}
	}), "a buffer")
}

func BenchmarkPoolMallocFree(b *testing.B) {
	p, s := newPool(b, mempool.Config{MaxSize: 64 * mib})
	b.ReportAllocs()
	for b.Loop() {
		blk, err := p.MallocAsync(s, 2*mib)
		if err == nil {
			err = p.FreeAsync(s, blk)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBuffer(b *testing.B) {
	p, s := newPool(b, mempool.Config{MaxSize: 64 * mib})
	b.ReportAllocs()
	for b.Loop() {
		buf, err := mempool.NewBuffer[float32](p, s, 1000)
		if err == nil {
			err = buf.FreeAsync(s)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// Goroutines on their own streams, all on one pool.
func BenchmarkPoolMallocFreeParallel(b *testing.B) {
	dev := acltest.New(b)
	p := acltest.Pool(b, dev, mempool.Config{MaxSize: 1 << 30})
	streams := make(chan *stream.Stream, 64)
	for range cap(streams) {
		streams <- acltest.Stream(b, dev)
	}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		s := <-streams
		for pb.Next() {
			blk, err := p.MallocAsync(s, 2*mib)
			if err == nil {
				err = p.FreeAsync(s, blk)
			}
			if err != nil {
				b.Error(err)
				return
			}
		}
	})
}
