// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/ability"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/internal/pool/native"
)

// Engine is what allocates the memory of a pool.
type Engine int

// Engines.
const (
	// EngineAuto is the engine that fits the device. Today that is ACL's own pools, guarded
	// against what they were found to do otherwise than documented, and without the kinds of
	// reuse that a probe could not confirm.
	EngineAuto = Engine(engine.Auto)
	// EngineNative is ACL's own pools, guarded in the same way. A kind of reuse that the
	// probe could not confirm is refused, see Config.NativeUnproven.
	EngineNative = Engine(engine.Native)
	// EngineCaching is a pool in Go on plain allocations. It is not in this release.
	EngineCaching = Engine(engine.Caching)
)

// String returns the name of the engine.
func (e Engine) String() string { return engine.Kind(e).String() }

// EngineInfo is which engine a pool has and what it cannot do.
type EngineInfo struct {
	Engine Engine // never EngineAuto
	Reason string // why it was chosen
	// Missing is what the documentation says of ACL's pools and a probe of the device
	// could not confirm. The pool works around each.
	Missing []MissingAbility
}

// MissingAbility is an ability that a probe could not confirm.
type MissingAbility struct {
	Ability Ability // what is missing
	Reason  string  // what was observed instead
}

// String returns the engine, the reason and what is missing in one line.
func (i EngineInfo) String() string {
	s := fmt.Sprintf("%s: %s", i.Engine, i.Reason)
	if len(i.Missing) == 0 {
		return s
	}
	missing := ability.List(len(i.Missing), func(n int) (ability.Ability, string) {
		return ability.Ability(i.Missing[n].Ability), i.Missing[n].Reason
	})
	return s + "; guarded, since the probe could not confirm " + missing
}

// Engine returns which engine the pool has, why, and what it was not found to do.
func (p *Pool) Engine() EngineInfo {
	info := p.inner.engine.Info()
	i := EngineInfo{Engine: Engine(info.Kind), Reason: info.Reason}
	if info.Findings != nil {
		for _, a := range info.Findings.Missing() {
			i.Missing = append(i.Missing, MissingAbility{Ability(a), info.Findings[a].Reason})
		}
	}
	return i
}

// newEngine makes the engine that a Config asks for.
func newEngine(d *core.Device, cfg Config, id memevent.Pool) (engine.Engine, error) {
	_, reason, err := engine.Choose(engine.Kind(cfg.Engine)) // there is but one to choose
	if err != nil {
		return nil, err
	}
	return native.New(d, native.Config{
		Pool: id, Name: cfg.Name, MaxSize: cfg.MaxSize, Settings: settings(cfg.Release, cfg.Reuse),
		Unproven: cfg.unproven(), Reason: reason, Log: cfg.Logger,
	})
}

// unproven returns what to do with kinds of reuse that the probe could not confirm: Auto
// leaves them off, since a Config allows reuse and does not order it.
func (cfg Config) unproven() native.UnprovenPolicy {
	switch {
	case cfg.NativeUnproven:
		return native.EnableUnproven
	case cfg.Engine == EngineAuto:
		return native.OmitUnproven
	}
	return native.RefuseUnproven
}
