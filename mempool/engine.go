// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/poolprobe"
)

// Engine is what does the work of a pool.
type Engine int

// Engines.
const (
	// EngineAuto is the engine that fits the device. Today that is ACL's own pools, guarded
	// against what they have been found to do otherwise than documented, and without the
	// kinds of reuse that they have not been shown to do.
	EngineAuto Engine = iota
	// EngineNative is ACL's own pools, guarded in the same way. A kind of reuse that they have
	// not been shown to do is refused, see Config.NativeUnproven.
	EngineNative
	// EngineCaching is a pool in Go on plain allocations. It is not in this release.
	EngineCaching
)

// String names the engine.
func (e Engine) String() string {
	switch e {
	case EngineAuto:
		return "auto"
	case EngineNative:
		return "native"
	case EngineCaching:
		return "caching"
	}
	return fmt.Sprintf("Engine(%d)", int(e))
}

// engine hands out memory and takes it back. It knows addresses; which block they belong
// to, and whether that one lives, is for the pool to know. Sizes are rounded.
type engine interface {
	// malloc and free enqueue on a stream that the caller has locked.
	malloc(s *core.Stream, size uint64) (driver.Addr, error)
	free(s *core.Stream, a driver.Addr) error
	// batch is malloc and free for many, as driver.API.MemPoolBatch.
	batch(ops []driver.BatchOp) error

	// trimTo gives cached memory back until no more than keep bytes are reserved. The
	// streams of the pool are locked, nothing is pending where the guards say that trims
	// are not safe, and keep is at least what is used.
	trimTo(keep uint64) error
	figures() (figures, error)
	resetPeaks() error
	setRelease(keep uint64) error
	setReuse(old, reuse Reuse) error
	destroy() error
}

// figures is what an engine counts, in bytes.
type figures struct{ used, usedHigh, reserved, reservedHigh uint64 }

// check refuses what is no engine of this release.
func (e Engine) check() error {
	switch e {
	case EngineAuto, EngineNative:
		return nil
	case EngineCaching:
		return fmt.Errorf("the caching engine is not in this release; use Auto or Native: %w", acl.ErrNotSupported)
	}
	return fmt.Errorf("%s: want Auto, Native or Caching: %w", e, acl.ErrInvalid)
}

// because says why the engine that e asks for is ACL's own pools, and what they have not
// been shown to do.
func (e Engine) because(can *poolprobe.Findings) string {
	why := "the Config asks for it"
	if e == EngineAuto {
		why = "Auto takes ACL's own pools, the one engine of this release"
	}
	if missing := can.Missing(); missing != "" {
		why += "; guarded, since the probe has not shown " + missing
	}
	return why
}

// Engine answers what does the work, why it was chosen, and what it has not been shown to
// do.
func (p *Pool) Engine() (e Engine, why string) {
	if p.inner() == nil {
		return EngineAuto, "no pool"
	}
	return p.kind, p.why
}
