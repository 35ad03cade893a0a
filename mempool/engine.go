// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Engine is what does the work of a pool.
type Engine int

// Engines.
const (
	// Auto is the engine that fits the device. Today that is Native.
	Auto Engine = iota
	// Native is ACL's own pools.
	Native
	// Caching is a pool in Go on plain allocations. It is not in this release.
	Caching
)

// String names the engine.
func (e Engine) String() string {
	switch e {
	case Auto:
		return "auto"
	case Native:
		return "native"
	case Caching:
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

	// trimTo gives cached memory back until no more than keep bytes are reserved. The
	// streams of the pool are locked, and keep is at least what is used.
	trimTo(keep uint64) error
	figures() (figures, error)
	resetPeaks() error
	setRelease(keep uint64) error
	setReuse(old, reuse Reuse) error
	destroy() error
}

// figures is what an engine counts, in bytes.
type figures struct{ used, usedHigh, reserved, reservedHigh uint64 }

// choose settles which engine it is, and says why.
func (e Engine) choose() (chosen Engine, why string, err error) {
	switch e {
	case Auto:
		return Native, "Auto takes ACL's own pools, the one engine of this release", nil
	case Native:
		return Native, "the Config asks for it", nil
	case Caching:
		return 0, "", fmt.Errorf("the caching engine is not in this release; use Auto or Native: %w", acl.ErrNotSupported)
	}
	return 0, "", fmt.Errorf("%s: want Auto, Native or Caching: %w", e, acl.ErrInvalid)
}

// Engine answers what does the work, and why it was chosen.
func (p *Pool) Engine() (e Engine, why string) {
	if p.inner() == nil {
		return Auto, "no pool"
	}
	return p.kind, p.why
}
