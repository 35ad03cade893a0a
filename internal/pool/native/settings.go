// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/ability"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Configure sets the release threshold and the three switches for reuse.
func (n *Engine) Configure(s engine.Settings) error {
	if !s.KeepAll && s.Keep > n.cfg.MaxSize {
		return fmt.Errorf("release: keep %d bytes: the pool has %d; the zero Release keeps everything: %w", s.Keep, n.cfg.MaxSize, errclass.Invalid)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return n.errClosed()
	}
	old := n.settings
	newKeep := !n.applied || s.Keep != old.Keep || s.KeepAll != old.KeepAll
	if newKeep {
		if err := n.setKeep(s); err != nil {
			return err
		}
	}
	if !n.applied || s.Reuse != old.Reuse {
		if err := n.setReuse(old.Reuse, s.Reuse); err != nil {
			if newKeep && n.applied {
				err = errors.Join(err, n.setKeep(old))
			}
			return err
		}
	}
	n.settings, n.applied = s, true
	return nil
}

// setKeep sets the release threshold. Where ACL's own trims would take pending memory it
// is the size of the pool: the engine trims instead.
func (n *Engine) setKeep(s engine.Settings) error {
	keep := s.Keep
	if s.KeepAll {
		keep = n.cfg.MaxSize
	}
	keep += n.pinned.bytes()
	if n.guards.trims {
		keep = n.size
	}
	return n.setAndVerify(driver.PoolReleaseThreshold, keep)
}

// setReuse sets the three switches. When one fails all go back.
func (n *Engine) setReuse(old, reuse engine.Reuse) error {
	switch reuse.Opportunistic {
	case engine.OpportunisticOff, engine.OpportunisticGamble:
	case engine.OpportunisticCompleted:
		return fmt.Errorf("opportunistic reuse of completed frees only: ACL's own switch takes any free, which is Gamble: %w", errclass.NotSupported)
	default:
		return fmt.Errorf("%s: want Off, Completed or Gamble: %w", reuse.Opportunistic, errclass.Invalid)
	}
	switches := n.switches(reuse)
	for _, sw := range switches {
		if sw.asked && !sw.on && n.cfg.Unproven == RefuseUnproven {
			return fmt.Errorf("the probe could not confirm %s here (%s): forbid it in Reuse, take Engine Auto, or set NativeUnproven: %w",
				sw.ability, n.can[sw.ability].Reason, errclass.NotSupported)
		}
	}
	for _, sw := range switches {
		if err := n.setAndVerify(sw.attr, number(sw.on)); err != nil {
			for _, back := range n.switches(old) {
				err = errors.Join(err, n.set(back.attr, number(back.on)))
			}
			return err
		}
	}
	return nil
}

// reuseSwitch is a switch of ACL: whether a Reuse asks for it, and whether it goes on.
type reuseSwitch struct {
	attr      driver.PoolAttr
	ability   ability.Ability
	asked, on bool
}

func (n *Engine) switches(r engine.Reuse) [3]reuseSwitch {
	all := [...]reuseSwitch{
		{attr: driver.PoolReuseEvent, ability: ability.Event, asked: r.Event},
		{attr: driver.PoolReuseOpportunistic, ability: ability.Opportunistic, asked: r.Opportunistic == engine.OpportunisticGamble},
		{attr: driver.PoolReuseInternal, ability: ability.Internal, asked: r.Internal},
	}
	for i := range all {
		all[i].on = all[i].asked && (n.cfg.Unproven == EnableUnproven || n.can.Has(all[i].ability))
	}
	return all
}

func number(on bool) uint64 {
	if on {
		return 1
	}
	return 0
}
