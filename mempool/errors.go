// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/stream"
)

// noMemory returns the error of an allocation that the engine has refused, with the
// numbers and what to do if memory was what was missing.
func (p *pool) noMemory(s *stream.Stream, size uint64, cause error) error {
	if p.events.Listening() {
		p.emitExhausted(s, size)
	}
	st, short, err := p.diagnose(size, cause)
	if err != nil {
		return p.allocError(size, errors.Join(cause, err))
	}
	if short == (engine.Shortage{}) {
		return p.allocError(size, cause)
	}
	b := Block{slot: &slot{home: &shard{pool: p}}, size: size}
	numbers := fmt.Sprintf("mempool: allocate %d bytes (rounded %d) from %q on stream %q: used %d, reserved %d, pending %d of at most %d bytes; the device has %d of %d bytes free; %s",
		size, b.Rounded(), p.name(), s.Name(), st.Used, st.Reserved, st.Pending, st.MaxSize, short.DeviceFree, short.DeviceTotal, short.Advice)
	if short.Memory && !errors.Is(cause, acl.ErrOutOfMemory) {
		return fmt.Errorf("%s: %w: %w", numbers, acl.ErrOutOfMemory, cause)
	}
	return fmt.Errorf("%s: %w", numbers, cause)
}

// diagnose finds out whether memory is what an allocation has lacked, and counts it then.
func (p *pool) diagnose(size uint64, cause error) (st Stats, short engine.Shortage, err error) {
	p.engine.Poll()
	if err := p.freeze(); err != nil {
		return st, short, err
	}
	defer p.thaw()
	f, err := p.engine.Figures()
	if err != nil {
		return st, short, err
	}
	c := p.sums()
	if short, err = p.engine.Diagnose(size, c.live(), &f, cause); err != nil {
		return st, short, err
	}
	if short.Memory {
		p.refused++
	}
	return p.statsOf(f, c), short, nil
}
