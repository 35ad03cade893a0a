// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
)

// sizes is about what a request takes, from nothing to more than there can be.
var sizes = chapter{"sizes", []testCase{
	{"nothing", sizeZero},
	{"that fit", sizesThatFit},
	{"that do not fit", sizesThatDoNotFit},
	{"of pools", sizesOfPools},
}}

func sizeZero(t *testing.T, r *rig) {
	p, s := r.start(t)
	unchanged(t, p, "0 bytes", func() {
		b, err := p.MallocAsync(s, 0)
		isClass(t, "0 bytes", err, acl.ErrInvalid)
		equal(t, "the block of 0 bytes", b, mempool.Block{})
	})
}

func sizesThatFit(t *testing.T, r *rig) {
	p, s := r.start(t)
	one := malloc(t, p, s, 1)
	g := one.Rounded()
	free(t, p, s, one)
	r.seen.set(granuleBytes, fmt.Sprint(g))
	for _, size := range []uint64{
		1, g - 1, g, g + 1, 3*g + 5,
		granules(1) - 1, granules(1), granules(1) + 1, granules(5), poolSize - g, poolSize - 1, poolSize,
	} {
		settle(t, p)
		before := stats(t, p)
		b := malloc(t, p, s, size)
		what := fmt.Sprintf("%d bytes", size)
		equal(t, what+": the size", b.Size(), size)
		equal(t, what+": the view", b.View().Size(), size)
		equal(t, what+": address modulo 64", b.Ptr()%64, 0)
		equal(t, what+": rounded, modulo the granule", b.Rounded()%g, 0)
		atMost(t, what+": against what it takes", size, b.Rounded())
		atMost(t, what+": rounding", b.Rounded()-size, g-1)
		st := stats(t, p)
		equal(t, what+": used", st.Used-before.Used, b.Rounded())
		equal(t, what+": requested", st.Requested-before.Requested, size)
		equal(t, what+": live", st.LiveBlocks-before.LiveBlocks, 1)
		fill(t, s, b, 0xA5)
		holdsBytes(t, s, what, b, 0xA5)
		free(t, p, s, b)
		equal(t, what+": used after the free", stats(t, p).Used, before.Used)
	}
}

func sizesThatDoNotFit(t *testing.T, r *rig) {
	p, s := r.start(t)
	kept := malloc(t, p, s, 1)
	for _, size := range []uint64{
		poolSize, poolSize + 1, poolSize + granules(1), 1 << 40, 1 << 63,
		-granules(1), 1 - granules(1), math.MaxUint64 - 510, math.MaxUint64,
	} {
		what := fmt.Sprintf("%d bytes", size)
		unchanged(t, p, what, func() {
			_, err := p.MallocAsync(s, size)
			if size > -granules(1) && errors.Is(err, acl.ErrInvalid) {
				return // rounded up it does not fit 64 bits
			}
			isClass(t, what, err, acl.ErrOutOfMemory)
		})
	}
	another := malloc(t, p, s, granules(1)) // the pool still works
	free(t, p, s, kept, another)
}

func sizesOfPools(t *testing.T, r *rig) {
	mem, err := r.dev.MemInfo()
	ok(t, err)
	for _, size := range []uint64{mem.Total + granules(1), 1 << 63, math.MaxUint64} {
		_, err := mempool.New(background, r.dev, r.config(mempool.Config{MaxSize: size}))
		isClass(t, fmt.Sprintf("a pool of %d bytes", size), err, acl.ErrInvalid)
	}
	for _, size := range []uint64{1, granules(1), granules(1) + 1, granules(3)} {
		st := stats(t, r.pool(t, mempool.Config{MaxSize: size}))
		atMost(t, "the size against the pool", size, st.MaxSize)
		atMost(t, "rounding of the pool", st.MaxSize-size, granules(1)-1)
		equal(t, "reserved of a new pool", st.Reserved, 0)
	}
	whole := stats(t, r.pool(t, mempool.Config{})).MaxSize
	atMost(t, "the pool without a size", whole, mem.Total)
	atMost(t, "a granule against that", granules(1), whole)
}
