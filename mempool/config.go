// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Config is what a pool is made with. The zero value is a pool of nine tenths of what the
// device has free, which keeps its memory.
type Config struct {
	// Name is for errors, statistics and reports. Empty is made from a number.
	Name string
	// MaxSize is the most that the pool can hold, in bytes, rounded up to 2 MiB. Nothing
	// is taken from the device before it is allocated. Zero is 90 % of what the device
	// has free when the pool is made.
	MaxSize uint64
	// Engine is what allocates the memory. Zero is EngineAuto.
	Engine Engine
	// Release is what the pool gives back at a synchronize. Zero keeps everything.
	Release Release
	// Reuse is which memory freed on other streams an allocation may take. Zero takes what
	// events have ordered before it.
	Reuse Reuse
	// NativeUnproven switches on kinds of reuse that the probe of this device's pools could
	// not confirm to work, or to be safe. It is for trying out a new release: memory may
	// then be handed out while it is in use.
	NativeUnproven bool
	// Logger gets lost memory, and probes and trims that fail. Nil is the logger of
	// acl.WithLogger; without one nothing is logged.
	Logger *zap.Logger
}

// complete fills in what the zero values stand for.
func (cfg Config) complete(dev *acl.Device, d *core.Device) (Config, error) {
	if cfg.Logger == nil {
		cfg.Logger = d.Log
	}
	size, err := maxSize(dev, cfg.MaxSize)
	cfg.MaxSize = size
	return cfg, err
}

// maxSize rounds the size of a pool and compares it with the device.
func maxSize(dev *acl.Device, asked uint64) (uint64, error) {
	mem, err := dev.MemInfo()
	if err != nil {
		return 0, err
	}
	if asked == 0 {
		size := mem.Free / 10 * 9
		size -= size % driver.Granule
		if size == 0 {
			return 0, fmt.Errorf("the device has %d of %d bytes free: %w", mem.Free, mem.Total, acl.ErrOutOfMemory)
		}
		return size, nil
	}
	size, ok := driver.RoundUp(asked, driver.Granule)
	if !ok || size > mem.Total {
		return 0, fmt.Errorf("MaxSize of %d bytes, rounded up to a multiple of %d, is more than the %d bytes of the device: %w",
			asked, driver.Granule, mem.Total, acl.ErrInvalid)
	}
	return size, nil
}
