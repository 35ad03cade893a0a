// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// shortage is an allocation that the engine has refused, and what there was.
type shortage struct {
	Stats
	size, rounded uint64
	device        acl.MemInfo
	classed       bool // the code itself says that memory is out
}

// noMemory makes the error of an allocation that the engine has refused on the stream of
// a shard, which it unlocks. An exhausted pool answers "internal error": whether that is
// what has happened, the sizes tell.
func (p *pool) noMemory(sh *shard, size, rounded uint64, cause error) error {
	s := shortage{size: size, rounded: rounded, classed: errors.Is(cause, acl.ErrOutOfMemory)}
	if !exhausted(cause) {
		sh.stream.Unlock()
		return p.allocError(size, cause)
	}
	then, err := p.engine.figures() // before anybody can release memory
	sh.stream.Unlock()
	if err == nil {
		err = p.survey(&s, then.reserved)
	}
	if err != nil {
		return p.allocError(size, errors.Join(cause, err))
	}
	numbers := fmt.Sprintf("mempool: allocate %d bytes (rounded %d) from %q on stream %q: used %d, reserved %d, pending %d of at most %d bytes; the device has %d of %d bytes free",
		size, rounded, p.name(), sh.stream.Name, s.Used, s.Reserved, s.Pending, s.MaxSize, s.device.Free, s.device.Total)
	switch {
	case s.fits():
		return fmt.Errorf("%s; that should have been enough: %w", numbers, cause)
	case s.classed:
		return fmt.Errorf("%s; %s: %w", numbers, s.wayOut(), cause)
	default:
		return fmt.Errorf("%s; %s: %w: %w", numbers, s.wayOut(), acl.ErrOutOfMemory, cause)
	}
}

// exhausted reports that memory may be what an allocation lacked.
func exhausted(err error) bool {
	return errors.Is(err, acl.ErrOutOfMemory) || errors.Is(err, acl.CodeRTInternalError)
}

// survey finds out what there is, and counts the allocation if memory is what it lacked.
func (p *pool) survey(s *shortage, reserved uint64) (err error) {
	if s.device, err = (*acl.Device)(opaque.NewDevice(p.dev)).MemInfo(); err != nil {
		return err
	}
	p.learn()
	if err := p.freeze(); err != nil {
		return err
	}
	defer p.thaw()
	if s.Stats, err = p.frozenStats(); err != nil {
		return err
	}
	s.Reserved = max(s.Reserved, reserved)
	if !s.fits() {
		p.refused++
	}
	return nil
}

// fits reports whether a range that has never been used must have been large enough: then
// memory is not what was missing. Every used or cached range cuts the rest in two at
// most, and a cached one has a granule or more, so the rest is in no more than so many
// pieces, the largest of which is at least the average.
func (s *shortage) fits() bool {
	if s.classed {
		return false
	}
	pieces := 1 + s.LiveBlocks + s.Lost + s.Cached()/driver.Granule
	return s.rounded <= s.fresh()/pieces
}

// fresh answers the bytes that are neither used nor cached.
func (s *shortage) fresh() uint64 { return s.MaxSize - s.Reserved }

// wayOut says what the caller can do.
func (s *shortage) wayOut() string {
	switch {
	case s.rounded > s.device.Total:
		return "the device can never hold that: ask for less"
	case s.rounded > s.MaxSize:
		return "the pool can never hold that: make it with a larger MaxSize"
	case s.classed && s.Cached() == 0:
		return "the device is exhausted: free something, or trim its other pools"
	case s.rounded > s.MaxSize-s.Used:
		return "free blocks first, or make the pool with a larger MaxSize"
	case s.Pending > 0:
		return "memory waits for its free: use TrimSync and allocate again"
	case s.Cached() > 0:
		return "memory is cached in pieces or for other streams: use TrimTo and allocate again"
	default:
		return "no free range is large enough: free blocks between them"
	}
}
