// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Config configures a pool. The zero value is a pool of 90 % of the device's free memory that
// keeps what it has reserved.
type Config struct {
	// Name is the name of the pool in errors, statistics and reports. If it is empty, the pool
	// gets a name with a number.
	Name string
	// MaxSize is the largest size of the pool in bytes, rounded up to 2 MiB. Memory is taken
	// from the device only when it is allocated. Zero means 90 % of the device's free memory
	// when the pool is created.
	MaxSize uint64
	// Engine allocates the memory. Zero means EngineAuto.
	Engine Engine
	// Release says how much memory the pool returns to the device at a synchronize. Zero
	// means that it keeps everything.
	Release Release
	// Reuse says which memory that was freed on other streams an allocation may take. Zero
	// allows memory whose free events order before the allocation.
	Reuse Reuse
	// NativeUnproven switches on kinds of reuse even if the probe of this device's pools could
	// not confirm that they work and are safe. It is for trying out a new release of CANN:
	// memory may then be allocated while it is in use.
	NativeUnproven bool
	// Logger gets reports of lost memory and of failed probes and trims. Nil means the logger
	// of acl.WithLogger; without one, nothing is logged.
	Logger *zap.Logger
}

// complete replaces zero values by what they mean.
func (cfg Config) complete(dev *acl.Device, d *core.Device) (Config, error) {
	if cfg.Logger == nil {
		cfg.Logger = d.Log
	}
	if err := cfg.Reuse.check(); err != nil {
		return cfg, err
	}
	size, err := maxSize(dev, cfg.MaxSize)
	cfg.MaxSize = size
	return cfg, err
}

// maxSize returns the size of a pool, rounded up. It fails if the device has less memory.
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
