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
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Pool is a stream-ordered memory pool on one device. Its methods are safe for
// concurrent use; calls on different streams share no lock. Close it when the last block
// has been freed.
type Pool struct {
	*pool
	device *acl.Device
}

// pool is the inner state; the registry and the blocks point here.
type pool struct {
	dev     *core.Device
	node    *lifetime.Node
	log     *zap.Logger
	maxSize uint64
	engine  engine
	kind    Engine
	why     string // it is this engine
	guards  guards
	unhook  func()

	shards atomic.Pointer[shards]
	depot  depot
	marks  marks

	contest sync.Mutex // between lists of FreeAsyncN that have blocks in common

	// mu guards what all streams share. Lock order: mu, streams by ID, contest, late frees,
	// marks. Within the locks of uses and of the depot nothing is locked.
	mu      sync.Mutex
	release Release
	reuse   Reuse
	closed  bool
	retired counts  // of the streams that have closed
	refused uint64  // allocations that found no memory
	peaks   figures // at the last reset
}

// unnamed numbers the pools without a name.
var unnamed atomic.Uint64

// New makes a pool on a device. No device, a MaxSize above the device's memory and a
// Release above MaxSize are [acl.ErrInvalid]; a device or library without stream-ordered
// pools, an engine that this release does not have and kinds of reuse that the engine
// cannot do are [acl.ErrNotSupported]; a closed device is [acl.ErrClosed].
//
// Source: aclrtMemPoolCreate, aclrtMemPoolSetAttr, acl_rt_memory_soma.h.
func New(dev *acl.Device, cfg Config) (*Pool, error) {
	d := (*opaque.Device)(dev).Inner()
	if d == nil {
		return nil, fmt.Errorf("mempool: make %q: no device: %w", cfg.Name, acl.ErrInvalid)
	}
	if cfg.Name == "" {
		cfg.Name = fmt.Sprintf("pool-%d", unnamed.Add(1))
	}
	inner, err := create(d, cfg)
	if err != nil {
		return nil, fmt.Errorf("mempool: make %q on device %d: %w", cfg.Name, dev.ID(), err)
	}
	p := &Pool{inner, dev}
	core.Watch(inner.dev.Runtime, p, inner.node)
	return p, nil
}

func create(d *core.Device, cfg Config) (*pool, error) {
	// The lease keeps the device open until the pool is registered.
	if err := d.Node.Enter(); err != nil {
		return nil, err
	}
	defer d.Node.Leave()
	cfg, err := cfg.complete(d)
	if err != nil {
		return nil, err
	}
	if err := cfg.Engine.check(); err != nil {
		return nil, err
	}
	e, err := newNative(d, cfg)
	if err != nil {
		return nil, err
	}
	p := &pool{
		dev: d, log: cfg.Logger, maxSize: cfg.MaxSize,
		engine: e, kind: EngineNative, why: cfg.Engine.because(e.can), guards: guardsFor(e.can),
		release: cfg.Release, reuse: cfg.Reuse,
	}
	p.marks.dev = d
	p.shards.Store(&shards{})
	p.depot.pool = p
	err = d.Node.Add(&p.node, lifetime.Pool, cfg.Name, func(_ context.Context, reset bool) error { return p.force(reset) })
	if err != nil {
		return nil, errors.Join(err, e.destroy())
	}
	if p.guards.trims {
		p.follow()
	}
	return p, nil
}

// inner answers the inner state, nil for no pool. What takes its locks refuses nil.
func (p *Pool) inner() *pool {
	if p == nil {
		return nil
	}
	return p.pool
}

// errNone answers for pools that are nil, or not from New.
var errNone = fmt.Errorf("no pool: %w", acl.ErrInvalid)

// Name answers the name from the Config, or the one made from a number.
func (p *Pool) Name() string { return p.inner().name() }

func (p *pool) name() string {
	if p == nil {
		return ""
	}
	return p.node.Name()
}

// Device answers the device that the pool was made on.
func (p *Pool) Device() *acl.Device {
	if p == nil {
		return nil
	}
	return p.device
}

// String names the pool and its device.
func (p *Pool) String() string {
	if p.inner() == nil {
		return "no pool"
	}
	return fmt.Sprintf("pool %q on device %d", p.Name(), p.dev.ID)
}

// lock takes what all streams share. It fails after Close, and then holds nothing.
func (p *pool) lock() error {
	if p == nil {
		return errNone
	}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return p.errClosed()
	}
	return nil
}

func (p *pool) errClosed() error { return fmt.Errorf("%s: %w", p.node, acl.ErrClosed) }

// freeze also locks every stream that has used the pool, so that nothing is allocated or
// freed until thaw.
func (p *pool) freeze() error {
	if err := p.lock(); err != nil {
		return err
	}
	for _, sh := range p.shards.Load().byID {
		sh.frozen = sh.stream.Lock() == nil // else it has closed, and its shard rests
	}
	return nil
}

func (p *pool) thaw() {
	for _, sh := range p.shards.Load().byID {
		if sh.frozen {
			sh.stream.Unlock()
		}
	}
	p.mu.Unlock()
}
