// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"context"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// lifetimes is the chapter on closing pools, streams and devices, in every order.
var lifetimes = chapter{"lifetimes", []testCase{
	{"pool with live blocks", closeWithLiveBlocks},
	{"pool with pending frees", closeWithPendingFrees},
	{"pool, given up", closeGivenUp},
	{"pool twice", closeTwice},
	{"stream before pool", closeStreamFirst},
	{"device with a pool", closeDeviceFirst},
	{"pools one after the other", poolsInTurn},
}}

func (r *rig) newPool(t testing.TB) *mempool.Pool {
	t.Helper()
	p, err := mempool.New(background, r.dev, r.config(mempool.Config{MaxSize: poolSize}))
	ok(t, err)
	return p
}

func closeWithLiveBlocks(t *testing.T, r *rig) {
	p, s := r.start(t)
	b := malloc(t, p, s, granules(2))
	fill(t, s, b, 3)
	unchanged(t, p, "a close with live blocks", func() {
		isClass(t, "close with live blocks", p.Close(background), acl.ErrBusy)
	})
	holdsBytes(t, s, "a block of a pool that would not close", b, 3)
	free(t, p, s, b, malloc(t, p, s, 1))
	closeAll(t, p)
}

func closeWithPendingFrees(t *testing.T, r *rig) {
	p, s := r.newPool(t), r.stream(t)
	b := malloc(t, p, s, granules(1))
	fill(t, s, b, 9)
	release := r.busy(t, s)
	reader := read(t, s, b)
	free(t, p, s, b)
	closed := make(chan error)
	go func() { closed <- within(p.Close) }()
	release()
	ok(t, <-closed)
	ok(t, reader.saw(t, 9))
}

func closeGivenUp(t *testing.T, r *rig) {
	p, s := r.start(t)
	b := malloc(t, p, s, 1)
	ended, end := context.WithCancel(background)
	end()
	unchanged(t, p, "a close that is given up", func() {
		isClass(t, "close with an ended context", p.Close(ended), context.Canceled)
	})
	if r.holds {
		release := r.busy(t, s)
		free(t, p, s, b)
		short, cancel := context.WithCancel(background)
		cancelled := make(chan error)
		go func() { cancelled <- p.Close(short) }()
		cancel()
		isClass(t, "close that waits for a held stream", <-cancelled, context.Canceled)
		release()
	} else {
		free(t, p, s, b)
	}
	free(t, p, s, malloc(t, p, s, 1)) // the pool is still usable
}

func closeTwice(t *testing.T, r *rig) {
	p, s := r.newPool(t), r.stream(t)
	b := malloc(t, p, s, 1)
	free(t, p, s, b)
	closeAll(t, p)
	closeAll(t, p)
	_, err := p.MallocAsync(s, 1)
	isClass(t, "allocate from a closed pool", err, acl.ErrClosed)
	isClass(t, "free into a closed pool", p.FreeAsync(s, b), acl.ErrClosed)
	isClass(t, "free an address of a closed pool", p.FreePtr(s, b.Ptr()), acl.ErrClosed)
	_, err = p.Stats()
	isClass(t, "statistics of a closed pool", err, acl.ErrClosed)
	_, err = p.TrimTo(0)
	isClass(t, "trim a closed pool", err, acl.ErrClosed)
	_, err = p.TrimSync(background, 0)
	isClass(t, "wait and trim a closed pool", err, acl.ErrClosed)
	isClass(t, "set reuse of a closed pool", p.SetReuse(mempool.Reuse{Event: mempool.EventReuseOff}), acl.ErrClosed)
	isClass(t, "set release of a closed pool", p.SetRelease(mempool.ReleaseAll), acl.ErrClosed)
	for b := range p.Blocks() {
		t.Errorf("a closed pool has a live block: %v", b)
	}
}

func closeStreamFirst(t *testing.T, r *rig) {
	p, other := r.newPool(t), r.stream(t)
	s, err := stream.New(r.dev, stream.Config{})
	ok(t, err)
	pending, outlives := malloc(t, p, s, 1), malloc(t, p, s, 1)
	fill(t, s, outlives, 4)
	free(t, p, s, pending)
	closeAll(t, s)
	holdsBytes(t, other, "a block that outlives its stream", outlives, 4)
	free(t, p, other, outlives)
	closeAll(t, p)
}

func closeDeviceFirst(t *testing.T, r *rig) {
	p, s := r.start(t)
	b := malloc(t, p, s, 1)
	fill(t, s, b, 5)
	isClass(t, "close the device of a pool", r.dev.Close(background), acl.ErrBusy)
	holdsBytes(t, s, "a block on a device that would not close", b, 5)
	free(t, p, s, b)
}

// The memory of a closed pool is available to the next one.
func poolsInTurn(t *testing.T, r *rig) {
	s := r.stream(t)
	for i := range byte(8) {
		p := r.newPool(t)
		b := malloc(t, p, s, granules(3))
		fill(t, s, b, i)
		holdsBytes(t, s, "a block of a new pool", b, i)
		free(t, p, s, b)
		closeAll(t, p)
	}
}
