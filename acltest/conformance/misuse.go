// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"math"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// misuse is the chapter on errors: bad input returns an error of the documented class and
// changes nothing.
var misuse = chapter{"errors", []testCase{
	{"frees", badFrees},
	{"second frees", secondFrees},
	{"addresses", badAddresses},
	{"streams", badStreams},
	{"settings", badSettings},
	{"zero values", zeroValues},
}}

func badFrees(t *testing.T, r *rig) {
	p, s := r.start(t)
	other := r.pool(t, mempool.Config{MaxSize: poolSize})
	mine, foreign := malloc(t, p, s, 1), malloc(t, other, s, 1)
	for what, b := range map[string]mempool.Block{"no block": {}, "a block of another pool": foreign} {
		unchanged(t, p, what, func() { isClass(t, "free "+what, p.FreeAsync(s, b), acl.ErrInvalid) })
	}
	unchanged(t, other, "a free through another pool", func() {
		isClass(t, "free through another pool", p.FreePtr(s, foreign.Ptr()), acl.ErrInvalid)
	})
	free(t, p, s, mine)
	free(t, other, s, foreign)
}

// A block is not its address: it stays freed when another block has its address.
func secondFrees(t *testing.T, r *rig) {
	p, s := r.start(t)
	acltest.AllowHazards(t, r.dev, hazard.DoubleFree)
	old := malloc(t, p, s, granules(1))
	free(t, p, s, old)
	unchanged(t, p, "a second free", func() { isClass(t, "a second free", p.FreeAsync(s, old), acl.ErrClosed) })
	drainAndTrim(t, p)
	var lives []mempool.Block
	for range 16 { // all of the pool, so that one block has the address again
		b := malloc(t, p, s, granules(1))
		fill(t, s, b, byte(len(lives)))
		lives = append(lives, b)
	}
	unchanged(t, p, "a late second free", func() { isClass(t, "a late second free", p.FreeAsync(s, old), acl.ErrClosed) })
	for i, b := range lives {
		holdsBytes(t, s, "a block after a second free", b, byte(i))
		if b == old {
			t.Errorf("a new block equals one that was freed: %v", b)
		}
	}
	free(t, p, s, lives...)
}

func badAddresses(t *testing.T, r *rig) {
	p, s := r.start(t)
	b, gone := malloc(t, p, s, granules(2)), malloc(t, p, s, 1)
	free(t, p, s, gone)
	for what, ptr := range map[string]acl.DevicePtr{
		"0": 0, "1": 1, "the last one": math.MaxUint64, "of a freed block": gone.Ptr(),
		"inside a block": b.Ptr() + 1, "a granule into a block": b.Ptr() + acl.DevicePtr(granules(1)),
		"behind a block": b.Ptr() - 1,
	} {
		unchanged(t, p, "address "+what, func() { isClass(t, "free address "+what, p.FreePtr(s, ptr), acl.ErrInvalid) })
	}
	ok(t, p.FreePtr(s, b.Ptr()))
	equal(t, "used after a free by address", stats(t, p).Used, 0)
}

func badStreams(t *testing.T, r *rig) {
	p, s := r.start(t)
	b := malloc(t, p, s, 1)
	closed, err := stream.New(r.dev, stream.Config{})
	ok(t, err)
	closeAll(t, closed)
	for what, bad := range map[string]struct {
		s     *stream.Stream
		class error
	}{
		"no stream":       {nil, acl.ErrInvalid},
		"a closed stream": {closed, acl.ErrClosed},
	} {
		unchanged(t, p, what, func() {
			_, err := p.MallocAsync(bad.s, 1)
			isClass(t, "allocate on "+what, err, bad.class)
			isClass(t, "free on "+what, p.FreeAsync(bad.s, b), bad.class)
			isClass(t, "free by address on "+what, p.FreePtr(bad.s, b.Ptr()), bad.class)
		})
	}
	free(t, p, s, b) // none of the calls has lost it
}

func badSettings(t *testing.T, r *rig) {
	p, s := r.start(t)
	b := malloc(t, p, s, 1)
	for what, call := range map[string]func() error{
		"a trim above the pool":          func() error { _, err := p.TrimTo(poolSize + 1); return err },
		"a trim to 2^64-1":               func() error { _, err := p.TrimTo(math.MaxUint64); return err },
		"a waiting trim above the pool":  func() error { _, err := p.TrimSync(background, poolSize+1); return err },
		"a release limit above the pool": func() error { return p.SetRelease(mempool.KeepBytes(poolSize + granules(1))) },
		"a kind of reuse that is none":   func() error { return p.SetReuse(mempool.Reuse{Opportunistic: 9}) },
	} {
		unchanged(t, p, what, func() { isClass(t, what, call(), acl.ErrInvalid) })
	}
	for what, cfg := range map[string]mempool.Config{
		"a release limit above the pool": {MaxSize: granules(1), Release: mempool.KeepBytes(granules(2))},
		"a kind of reuse that is none":   {MaxSize: granules(1), Reuse: mempool.Reuse{Opportunistic: 9}},
	} {
		_, err := mempool.New(background, r.dev, r.config(cfg))
		isClass(t, "a new pool with "+what, err, acl.ErrInvalid)
	}
	_, err := mempool.New(background, r.dev, mempool.Config{Engine: 99, MaxSize: granules(1)})
	isClass(t, "an engine that is none", err, acl.ErrInvalid)
	free(t, p, s, b)
}

// Zero values are refused.
func zeroValues(t *testing.T, r *rig) {
	s := r.stream(t)
	_, err := mempool.New(background, nil, mempool.Config{Engine: r.engine})
	isClass(t, "a pool on no device", err, acl.ErrInvalid)
	var b mempool.Buffer[byte]
	isClass(t, "free the zero Buffer", b.FreeAsync(s), acl.ErrInvalid)
	isClass(t, "free the zero Buffer after a stream", b.FreeAfter(s, s), acl.ErrInvalid)
	isClass(t, "record a use of the zero Buffer", b.RecordUse(s), acl.ErrInvalid)
}
