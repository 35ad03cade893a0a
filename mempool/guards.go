// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"errors"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/poolprobe"
)

// guards is what a pool does in Go because ACL's pools have not been shown to do it.
type guards struct {
	// defers: memory that is freed on another stream than it was allocated on would serve
	// the latter at once. Its free waits in Go until the work before it is done.
	defers bool
	// trims: a trim would take memory whose free has not executed. ACL never trims by
	// itself, and the pool only while no free is pending.
	trims bool
	// wastes: freed memory never serves again, so every allocation makes the pool grow.
	wastes bool
	// reclaims: freed memory does not serve again, or not on other streams. An allocation
	// that finds none trims the pool and is tried once more.
	reclaims bool
}

func guardsFor(can *poolprobe.Findings) guards {
	return guards{
		defers:   !can.Has(poolprobe.Ownership),
		trims:    !can.Has(poolprobe.Pending),
		wastes:   !can.Has(poolprobe.SameStream),
		reclaims: !can.Has(poolprobe.SameStream) || !can.Has(poolprobe.Event),
	}
}

// probe finds out what the pools of the device can be relied on for. A probe that fails
// has shown nothing, so everything is guarded.
func probe(d *core.Device, log *zap.Logger) *poolprobe.Findings {
	can, failure := poolprobe.Of(d)
	if !failure.OK() {
		log.Warn("aclpool: pools are guarded, since the probe of what they do has failed",
			zap.Stringer("device", d), zap.Error(aclerr.Of(failure.Op, failure.Status)))
	}
	return can
}

// follow has the pool give memory back after every synchronize, as ACL would.
func (p *pool) follow() {
	if p.lock() != nil {
		return // a forced shutdown can come before
	}
	defer p.mu.Unlock()
	p.unhook = p.dev.OnSynchronize(func() {
		if err := p.synchronized(); err != nil && !errors.Is(err, acl.ErrClosed) {
			p.log.Warn("aclpool: a pool could not give memory back at a synchronize", zap.Stringer("object", p.node), zap.Error(err))
		}
	})
}

func (p *pool) synchronized() error {
	if err := p.lock(); err != nil {
		return err
	}
	r := p.release
	p.mu.Unlock()
	if r == 0 {
		return nil
	}
	keep, err := r.threshold(p.maxSize)
	if err == nil {
		_, err = p.trim(keep)
	}
	return err
}

// unfollow ends that.
func (p *pool) unfollow() {
	if p.unhook != nil {
		p.unhook()
	}
}
