// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/ability"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/internal/pool/native"
)

// Engine names what allocates the memory of a pool.
type Engine int

// Engines.
const (
	// EngineAuto selects the engine that fits the device. In this release that is always
	// ACL's own pools, with workarounds for what a probe could not confirm. Kinds of reuse that
	// the probe could not confirm stay off.
	EngineAuto = Engine(engine.Auto)
	// EngineNative selects ACL's own pools, with the same workarounds. A kind of reuse that
	// the probe could not confirm is refused, unless Config.NativeUnproven is set.
	EngineNative = Engine(engine.Native)
	// EngineCaching selects a pool in Go on plain allocations. It is not in this release.
	EngineCaching = Engine(engine.Caching)
)

// String returns the name of the engine.
func (e Engine) String() string { return engine.Kind(e).String() }

// EngineInfo describes the engine of a pool.
type EngineInfo struct {
	Engine Engine // never EngineAuto
	Reason string // why the engine was chosen
	// Missing are the documented properties of ACL's pools that a probe of the device could
	// not confirm. The pool works around each.
	Missing []MissingAbility
}

// MissingAbility is an ability that a probe could not confirm.
type MissingAbility struct {
	Ability Ability // what is missing
	Reason  string  // what was observed instead
}

// String returns the engine, the reason and what is missing as one line of text.
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

// Engine returns which engine the pool has, why it was chosen, and what it works around.
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

// newEngine creates the engine that a Config asks for.
func newEngine(ctx context.Context, d *core.Device, cfg Config, id memevent.Pool) (engine.Engine, error) {
	_, reason, err := engine.Choose(engine.Kind(cfg.Engine)) // this release has one engine
	if err != nil {
		return nil, err
	}
	return native.New(ctx, d, native.Config{
		Pool: id, Name: cfg.Name, MaxSize: cfg.MaxSize, Settings: engineSettings(cfg.Release, cfg.Reuse),
		Unproven: cfg.unproven(), Reason: reason, Log: cfg.Logger,
	})
}

// unproven returns what to do with kinds of reuse that the probe could not confirm. With Auto
// they stay off: a Config only allows reuse.
func (cfg Config) unproven() native.UnprovenPolicy {
	switch {
	case cfg.NativeUnproven:
		return native.EnableUnproven
	case cfg.Engine == EngineAuto:
		return native.OmitUnproven
	}
	return native.RefuseUnproven
}
