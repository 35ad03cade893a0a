// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/blocks"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/internal/pool/exhaustion"
)

// Pool is a stream-ordered memory pool on one device. Its methods are safe for concurrent
// use. Allocations and frees on different streams share no lock of the pool. Close it when
// all blocks have been freed.
type Pool struct {
	inner  *pool
	device *acl.Device
}

// pool is the inner state of a Pool. The registry and blocks point to it, not to the Pool.
type pool struct {
	blocks *blocks.Table
	engine engine.Engine
	log    *zap.Logger

	mu      sync.Mutex // guards the settings
	release Release
	reuse   Reuse
}

// named returns the name that a Config asks for, quoted.
func named(name string) string {
	if name == "" {
		return "a pool"
	}
	return strconv.Quote(name)
}

// unnamed numbers the pools without a name.
var unnamed atomic.Uint64

// New creates a pool on a device. The first pool on a device waits for a probe of ACL's pools,
// which takes milliseconds. When ctx ends first, New fails with the error of ctx; a probe that
// runs goes on for the next pool, and the device cannot be closed before its end.
//
// It returns [acl.ErrInvalid] for a nil device, a MaxSize above the device's memory and a
// Release above MaxSize. It returns [acl.ErrNotSupported] if the device or the library has no
// stream-ordered pools, and if the Config asks for an engine that this release does not have
// or for a kind of reuse that the engine does not support. It returns [acl.ErrClosed] if the
// device is closed.
//
// Source: aclrtMemPoolCreate, aclrtMemPoolSetAttr, acl_rt_memory_soma.h.
func New(ctx context.Context, dev *acl.Device, cfg Config) (*Pool, error) {
	if dev == nil || coreDevice(dev) == nil {
		return nil, fmt.Errorf("mempool: make %s: no device: %w", named(cfg.Name), acl.ErrInvalid)
	}
	if cfg.Name == "" {
		cfg.Name = fmt.Sprintf("pool-%d", unnamed.Add(1))
	}
	inner, err := create(ctx, dev, cfg)
	if err != nil {
		return nil, fmt.Errorf("mempool: make %q on device %d: %w", cfg.Name, dev.ID(), err)
	}
	p := &Pool{inner, dev}
	core.Watch(inner.blocks.Device.Runtime, p, inner.blocks.Node)
	return p, nil
}

func create(ctx context.Context, dev *acl.Device, cfg Config) (p *pool, err error) {
	d := coreDevice(dev)
	err = core.Create(d, func() (*pool, error) { return start(ctx, dev, d, cfg) },
		func(made *pool) error {
			p = made
			exhaustion.Join(p.blocks) // before anything can close it
			err := d.Node.Add(&p.blocks.Node, lifetime.Pool, p.name(), func(_ context.Context, reset bool) error { return p.force(reset) })
			if err != nil {
				exhaustion.Leave(p.blocks)
			}
			return err
		},
		func(made *pool) error { return made.engine.Destroy() })
	if err != nil {
		return nil, err
	}
	p.blocks.EmitOpened()
	return p, nil
}

// start creates a pool that is not registered. The device stays open meanwhile.
func start(ctx context.Context, dev *acl.Device, d *core.Device, cfg Config) (*pool, error) {
	if err := core.Ended(ctx); err != nil {
		return nil, err
	}
	cfg, err := cfg.complete(dev, d)
	if err != nil {
		return nil, err
	}
	id := memevent.NewPool(cfg.Name)
	e, err := newEngine(ctx, d, cfg, id)
	if err != nil {
		return nil, err
	}
	table := blocks.New(blocks.Config{Device: d, Pool: id, MaxSize: cfg.MaxSize, Engine: e})
	return &pool{blocks: table, engine: e, log: cfg.Logger, release: cfg.Release, reuse: cfg.Reuse}, nil
}

// Name returns the name of the pool: that of the Config, or one with a number.
func (p *Pool) Name() string { return p.inner.name() }

func (p *pool) name() string { return p.blocks.Name() }

func (p *pool) maxSize() uint64 { return p.blocks.MaxSize }

// Device returns the device of the pool.
func (p *Pool) Device() *acl.Device { return p.device }

// String returns the name of the pool and its device.
func (p *Pool) String() string {
	return fmt.Sprintf("pool %q on device %d", p.Name(), p.inner.blocks.Device.ID)
}
