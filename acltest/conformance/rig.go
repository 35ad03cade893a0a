// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

var background = context.Background()

// poolSize is the size of most pools here.
var poolSize = granules(16)

// granules returns the bytes of n granules of ACL's pools. Engines may have smaller ones.
func granules(n uint64) uint64 { return n * (2 << 20) }

// rig is what the cases of a chapter share: the engine and a device.
type rig struct {
	*row
	dev   *acl.Device
	holds bool  // streams of the device can be held
	load  *load // keeps streams busy that cannot be held, nil where they can
}

// newRig makes the rig of a chapter.
func newRig(t *testing.T, row *row, dev *acl.Device) *rig {
	t.Helper()
	r := &rig{row: row, dev: dev, holds: canHold(dev)}
	if !r.holds {
		r.load = newLoad(t, dev)
	}
	return r
}

// pool makes a pool of the engine. If Reuse is the zero value, the pool gets the settings
// that the engine opens with.
func (r *rig) pool(t testing.TB, cfg mempool.Config) *mempool.Pool {
	t.Helper()
	return acltest.Pool(t, r.dev, r.config(cfg))
}

func (r *rig) config(cfg mempool.Config) mempool.Config {
	cfg.Engine = r.engine
	if cfg.Reuse == (mempool.Reuse{}) {
		cfg.Reuse = r.reuse
	}
	return cfg
}

func (r *rig) stream(t testing.TB) *stream.Stream {
	t.Helper()
	return acltest.Stream(t, r.dev)
}

// start makes a pool and a stream.
func (r *rig) start(t testing.TB) (*mempool.Pool, *stream.Stream) {
	t.Helper()
	s := r.stream(t)
	return r.pool(t, mempool.Config{MaxSize: poolSize}), s
}

func malloc(t testing.TB, p *mempool.Pool, s *stream.Stream, size uint64) mempool.Block {
	t.Helper()
	b, err := p.MallocAsync(s, size)
	ok(t, err)
	return b
}

func free(t testing.TB, p *mempool.Pool, s *stream.Stream, blocks ...mempool.Block) {
	t.Helper()
	for _, b := range blocks {
		ok(t, p.FreeAsync(s, b))
	}
}

// patience bounds waits that end soon unless the device hangs. The test then fails, and
// the suite goes on.
const patience = 20 * time.Second

// within calls wait with a context that ends after patience.
func within(wait func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(background, patience)
	defer cancel()
	return wait(ctx)
}

func synchronize(t testing.TB, streams ...*stream.Stream) {
	t.Helper()
	for _, s := range streams {
		ok(t, within(s.Synchronize))
	}
}

// closeAll closes objects before the end of the test.
func closeAll[T interface{ Close(context.Context) error }](t testing.TB, all ...T) {
	t.Helper()
	for _, c := range all {
		ok(t, within(c.Close))
	}
}

// settle waits for all frees of a pool and gives its cached memory back to the device.
// Afterwards all of the pool that is not in use can be allocated.
func settle(t testing.TB, p *mempool.Pool) {
	t.Helper()
	ok(t, within(func(ctx context.Context) error {
		_, err := p.TrimSync(ctx, 0)
		return err
	}))
}

// takes tries to allocate, and reports whether there was memory. No other failure is
// allowed.
func takes(t testing.TB, p *mempool.Pool, s *stream.Stream, size uint64) (mempool.Block, bool) {
	t.Helper()
	b, err := p.MallocAsync(s, size)
	if err != nil && !errors.Is(err, acl.ErrOutOfMemory) {
		t.Fatalf("allocate %d bytes: want memory or %q, got: %v", size, acl.ErrOutOfMemory, err)
	}
	return b, err == nil
}

// behind orders what is enqueued next on later after the work of earlier.
func behind(t testing.TB, earlier, later *stream.Stream) {
	t.Helper()
	e, err := event.New(earlier.Device(), event.Config{})
	ok(t, err)
	ok(t, earlier.Record(e))
	ok(t, later.WaitEvent(e))
	ok(t, e.Close())
}
