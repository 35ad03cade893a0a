// SPDX-License-Identifier: Apache-2.0

package sim

import (
	"fmt"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// Product is a product that is simulated. The zero value is [A2].
type Product string

// Products.
const (
	A2   Product = "A2"   // Atlas A2: 64 GiB, stream-ordered memory pools
	A3   Product = "A3"   // Atlas A3: 64 GiB, no pools
	P310 Product = "310P" // 310P: 21 GiB, no pools
)

// Pools says whether a simulated product supports stream-ordered memory pools.
type Pools int

// Support for pools.
const (
	PoolsAsProduct Pools = iota // what the product does
	PoolsSupported              // pools, whatever the product
	PoolsMissing                // no pools: the calls fail because the feature is not supported
)

// Config describes a machine. The zero value is one Atlas A2.
type Config struct {
	Product    Product     // empty is A2
	SocName    string      // name of the chip; empty is that of the product
	Devices    int         // how many; 0 is 1, at most 256
	Memory     uint64      // bytes of each device; 0 is what the product has, at most 8 TiB
	Pools      Pools       // zero is what the product does
	NoVirtual  bool        // no virtual memory: the calls fail because the feature is not supported
	Behaviour  Behaviour   // what pools do; empty is what is documented
	Schedule   *Schedule   // order in which streams execute; nil is as soon as they can
	Costs      *Costs      // how long calls, copies and kernels take; nil is no time
	Logger     *zap.Logger // gets leaks, and what fails behind the caller; nil is silent
	LeakStacks bool        // objects keep the place where they were made, as with acl.WithLeakStacks

	// Hazards gets the violations of stream order, as the function of acl.WithHazards does. Nil
	// does what the variable ACLPOOL_HAZARDS says. While it is checked, memory that is allocated
	// begins with NaN, so that reads of what was never written show.
	Hazards func(hazard.Report)
}

// machine translates the Config for the simulated device.
func (cfg Config) machine() (fakeacl.Config, error) {
	m, err := fakeacl.Preset(string(cfg.Product))
	if err != nil {
		return m, err
	}
	m.Devices = cfg.Devices
	if cfg.SocName != "" {
		m.Product = cfg.SocName
	}
	if cfg.Memory != 0 {
		m.Memory = cfg.Memory
	}
	switch cfg.Pools {
	case PoolsAsProduct:
	case PoolsSupported, PoolsMissing:
		m.Pools = cfg.Pools == PoolsSupported
	default:
		return m, fmt.Errorf("Pools is %d: want PoolsAsProduct, PoolsSupported or PoolsMissing: %w", cfg.Pools, acl.ErrInvalid)
	}
	m.NoVirtual = cfg.NoVirtual
	m.Costs = (*fakeacl.Costs)(cfg.Costs)
	m.Schedule = (*fakeacl.Schedule)(cfg.Schedule)
	m.Behaviour = fakeacl.Behaviour(cfg.Behaviour)
	if err := m.Behaviour.Check(); err != nil {
		return m, err
	}
	if cfg.Logger != nil {
		m.Log = func(msg string) { cfg.Logger.Warn(msg) }
	}
	return m, nil
}
