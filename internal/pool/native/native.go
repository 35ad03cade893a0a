// SPDX-License-Identifier: Apache-2.0

package native

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/ability"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/internal/pool/probe"
)

// Config configures an engine.
type Config struct {
	Pool     memevent.Pool // identity of the pool in memory events
	Name     string        // of the pool, for errors and logs
	MaxSize  uint64        // a multiple of the granule
	Settings engine.Settings
	Unproven UnprovenPolicy
	Reason   string // why this engine was chosen
	Log      *zap.Logger
	// Findings, if not nil, are used in place of a probe.
	Findings *ability.Findings
}

// UnprovenPolicy says what to do with a kind of reuse that the probe could not confirm.
type UnprovenPolicy int

// Policies.
const (
	RefuseUnproven UnprovenPolicy = iota // a Config that asks for it is refused
	OmitUnproven                         // it stays off
	EnableUnproven                       // it is switched on
)

// Engine is the engine of one pool.
type Engine struct {
	dev    *core.Device
	cfg    Config
	handle driver.Pool
	size   uint64 // size of ACL's pool, with the pinned granule
	can    *ability.Findings
	guards guards
	pinned pinnedGranule
	events eventPool
	lost   lostChunks
	meter  meter
	tap    tap
	stop   []func() // end the trims that the engine makes by itself

	// stranded: memory that only a closed stream could reuse has yet to go back.
	stranded atomic.Bool

	growths *growths      // of all pools of the device
	granted atomic.Uint64 // rooms of the streams together

	// attaching is held while a lane is added or removed, and by calls that lock all lanes.
	// In the lock order it is before streams.
	attaching sync.Mutex
	lanes     atomic.Pointer[[]*lane] // sorted by the ID of the stream, which is the lock order

	// mu keeps the handle from being destroyed during a call without a stream. In the lock
	// order it is after streams.
	mu       sync.Mutex
	closed   bool
	settings engine.Settings
	applied  bool           // settings are in effect
	peaks    engine.Figures // figures at the last reset; guarded by the locks of all streams
}

var _ engine.Engine = (*Engine)(nil)

// New creates a pool on a device. The caller keeps the device open. ctx bounds the wait for a
// probe.
func New(ctx context.Context, d *core.Device, cfg Config) (*Engine, error) {
	for _, f := range driver.PoolFunctions() {
		if !d.Driver.Has(f) {
			return nil, fmt.Errorf("%s: %w", probe.FunctionMissing(f), errclass.NotSupported)
		}
	}
	can := cfg.Findings
	if can == nil {
		var err error
		if can, err = probed(ctx, d, cfg.Log); err != nil {
			return nil, err
		}
	}
	n := &Engine{dev: d, cfg: cfg, size: cfg.MaxSize, can: can, guards: guardsFor(can)}
	n.events.dev, n.growths = d, growthsOf(d)
	n.tap.Source, n.tap.pool = memevent.Of(d), cfg.Pool
	n.lanes.Store(new([]*lane))
	if n.guards.trims {
		n.size = sizeWithPinned(d, cfg.MaxSize)
	}
	if err := n.create(); err != nil {
		return nil, err
	}
	err := n.Configure(cfg.Settings)
	if err == nil && n.guards.trims {
		err = n.pin()
	}
	if err != nil {
		return nil, errors.Join(err, n.destroyPool())
	}
	if n.guards.trims {
		n.stop = append(n.stop, n.trimAtSynchronize())
	}
	if n.guards.strands {
		n.stop = append(n.stop, n.trimAtClose())
	}
	return n, nil
}

func (n *Engine) create() error {
	var st driver.Status
	n.handle, st = n.dev.Driver.MemPoolCreate(n.dev.Context, driver.PoolProps{
		AllocType: driver.AllocationPinned, HandleType: driver.HandleNone,
		LocationID: n.dev.ID, LocationType: driver.LocationTypeDevice, MaxSize: n.size,
	})
	if st.OK() {
		n.dev.NamePool(n.handle, n.cfg.Name)
	}
	err := fail("aclrtMemPoolCreate", st)
	if errors.Is(err, errclass.NotSupported) {
		return fmt.Errorf("%s: %w", probe.Refused, err)
	}
	return err
}

// Info returns why the engine was chosen and what the probe has confirmed.
func (n *Engine) Info() engine.Info {
	return engine.Info{Kind: engine.Native, Reason: n.cfg.Reason, Findings: n.can}
}

// Granule returns the unit that sizes are rounded up to.
func (n *Engine) Granule() uint64 { return driver.Granule }

// probed returns what a probe of a device has confirmed. If the probe fails, it confirms
// nothing, so all workarounds are used, unless the device has no pools that can be used. If
// ctx ends first, the probe continues and keeps the device open.
func probed(ctx context.Context, d *core.Device, log *zap.Logger) (*ability.Findings, error) {
	if err := d.Node.Enter(); err != nil {
		return nil, err
	}
	type result struct {
		can *ability.Findings
		err error
	}
	found := make(chan result, 1)
	go func() {
		can, failure := probe.Of(d)
		var err error
		if !failure.OK() {
			err = usable(d, log, failure)
		}
		d.Node.Leave()
		found <- result{can, err}
	}()
	select {
	case r := <-found:
		return r.can, r.err
	case <-ctx.Done():
		return nil, fmt.Errorf("the probe of what the device's pools do has not ended: %w", core.Ended(ctx))
	}
}

// usable returns why the pools of a device cannot be used, as acl.Device.Supports does, when a
// probe of what they do has failed. If that is not known, it logs the failure.
func usable(d *core.Device, log *zap.Logger, failure probe.Failure) error {
	cause := fail(failure.Op, failure.Status)
	if errors.Is(cause, errclass.NotSupported) {
		v, _ := probe.Support(d, func(c driver.Code) bool { return acl.Code(c).Is(acl.ErrNotSupported) })
		if v.Reason != "" {
			return fmt.Errorf("%s: %w", v.Reason, errclass.NotSupported)
		}
	}
	log.Warn("aclpool: pools are guarded, since the probe of what they do has failed",
		zap.Stringer("device", d), zap.Error(cause))
	return nil
}

func (n *Engine) errClosed() error { return fmt.Errorf("pool %q: %w", n.cfg.Name, errclass.Closed) }

// object returns the log field that names the pool.
func (n *Engine) object() zap.Field { return zap.String("object", fmt.Sprintf("pool %q", n.cfg.Name)) }
