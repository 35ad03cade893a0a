// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Pool is a stream-ordered memory pool on one device. Its methods are safe for
// concurrent use; calls on different streams share no lock. Close it when the last block
// has been freed.
type Pool struct {
	inner  *pool
	device *acl.Device
}

// pool is the inner state; the registry and the blocks point here.
type pool struct {
	dev     *core.Device
	node    *lifetime.Node
	maxSize uint64
	granule uint64
	engine  engine.Engine
	events  events
	log     *zap.Logger

	shards atomic.Pointer[shards]

	// mu guards what all streams share. Lock order: mu, streams by ID, the engine's locks.
	mu      sync.Mutex
	release Release
	reuse   Reuse
	closed  bool
	retired counts // of the streams that have closed
	refused uint64 // allocations that found no memory
}

// unnamed numbers the pools without a name.
var unnamed atomic.Uint64

// New makes a pool on a device. The first pool on a device waits for a probe of what ACL's
// pools do there, which takes milliseconds; when ctx has ended before, it is not begun. No
// device, a MaxSize above the device's memory and a Release above MaxSize are
// [acl.ErrInvalid]; a device or library without stream-ordered pools, an engine that this
// release does not have and kinds of reuse that the engine does not support are
// [acl.ErrNotSupported]; a closed device is [acl.ErrClosed].
//
// Source: aclrtMemPoolCreate, aclrtMemPoolSetAttr, acl_rt_memory_soma.h.
func New(ctx context.Context, dev *acl.Device, cfg Config) (*Pool, error) {
	if dev == nil || coreDevice(dev) == nil {
		return nil, fmt.Errorf("mempool: make %q: no device: %w", cfg.Name, acl.ErrInvalid)
	}
	if cfg.Name == "" {
		cfg.Name = fmt.Sprintf("pool-%d", unnamed.Add(1))
	}
	inner, err := create(ctx, dev, cfg)
	if err != nil {
		return nil, fmt.Errorf("mempool: make %q on device %d: %w", cfg.Name, dev.ID(), err)
	}
	p := &Pool{inner, dev}
	core.Watch(inner.dev.Runtime, p, inner.node)
	return p, nil
}

func create(ctx context.Context, dev *acl.Device, cfg Config) (*pool, error) {
	d := coreDevice(dev)
	// The lease keeps the device open until the pool is registered.
	if err := d.Node.Enter(); err != nil {
		return nil, err
	}
	defer d.Node.Leave()
	if err := core.Ended(ctx); err != nil {
		return nil, err
	}
	cfg, err := cfg.complete(dev, d)
	if err != nil {
		return nil, err
	}
	ev := eventsOf(d, cfg.Name)
	e, err := newEngine(d, cfg, ev.id)
	if err != nil {
		return nil, err
	}
	p := &pool{dev: d, maxSize: cfg.MaxSize, granule: e.Granule(), engine: e, events: ev, log: cfg.Logger, release: cfg.Release, reuse: cfg.Reuse}
	p.shards.Store(&shards{})
	err = d.Node.Add(&p.node, lifetime.Pool, cfg.Name, func(_ context.Context, reset bool) error { return p.force(reset) })
	if err != nil {
		return nil, errors.Join(err, e.Destroy())
	}
	p.join()
	p.emitPool(memevent.Opened)
	return p, nil
}

// Name returns the name from the Config, or the one made from a number.
func (p *Pool) Name() string { return p.inner.name() }

func (p *pool) name() string { return p.node.Name() }

// Device returns the device that the pool was made on.
func (p *Pool) Device() *acl.Device { return p.device }

// String returns the name of the pool and its device.
func (p *Pool) String() string {
	return fmt.Sprintf("pool %q on device %d", p.Name(), p.inner.dev.ID)
}

// lock takes what all streams share. It fails after Close, and then holds nothing.
func (p *pool) lock() error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return p.errClosed()
	}
	return nil
}

func (p *pool) errClosed() error { return fmt.Errorf("%s: %w", p.node, acl.ErrClosed) }
