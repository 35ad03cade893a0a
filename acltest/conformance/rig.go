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

// poolSize is the size of most pools of the suite in bytes.
var poolSize = granules(16)

// granules returns the size of n granules of ACL's pools in bytes. Engines may have smaller
// ones.
func granules(n uint64) uint64 { return n * (2 << 20) }

// rig is the environment of the cases of a chapter: an engine and a device.
type rig struct {
	row
	chapter *testing.T
	dev     *acl.Device
	holds   bool        // streams of the device can be held
	plain   *acl.Memory // for copies that keep a stream busy; nil until it is needed
}

// pool creates a pool with the engine. If the Config has the zero Reuse, the pool gets the
// default of the engine.
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

// start creates a pool and a stream.
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

// patience is the limit of waits that end soon unless the device hangs. A run reports a hang
// and continues.
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

// closeAll closes objects before the end of the test does.
func closeAll[T interface{ Close(context.Context) error }](t testing.TB, all ...T) {
	t.Helper()
	for _, c := range all {
		ok(t, within(c.Close))
	}
}

// drainAndTrim waits for all frees of a pool and trims it. Afterwards all memory that is not
// in live blocks can be allocated, with every engine.
func drainAndTrim(t testing.TB, p *mempool.Pool) {
	t.Helper()
	ok(t, within(func(ctx context.Context) error {
		_, err := p.TrimSync(ctx, 0)
		return err
	}))
}

// takes allocates and reports whether there was memory. Any other error fails the test.
func takes(t testing.TB, p *mempool.Pool, s *stream.Stream, size uint64) (mempool.Block, bool) {
	t.Helper()
	b, err := p.MallocAsync(s, size)
	if err != nil && !errors.Is(err, acl.ErrOutOfMemory) {
		t.Fatalf("allocate %d bytes: want memory or %q, got: %v", size, acl.ErrOutOfMemory, err)
	}
	return b, err == nil
}

// orderAfter orders further work on later after the work on earlier.
func orderAfter(t testing.TB, earlier, later *stream.Stream) {
	t.Helper()
	e, err := event.New(earlier.Device(), event.Config{})
	ok(t, err)
	ok(t, earlier.Record(e))
	ok(t, later.WaitEvent(e))
	ok(t, e.Close())
}
