// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"
	"math"

	"github.com/ascend-go/aclpool/acl"
)

// Release says how much a pool gives back to the device when a stream, an event or the
// device is synchronized. The zero value gives nothing back: a program that allocates the
// same again after every synchronize, as inference does, would pay for every byte of it.
//
// Source: ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD (uint64_t), acl_rt_memory_soma.h.
type Release uint64 // the complement of the bytes kept, so that zero keeps everything

// ReleaseAll gives back everything that is not in use, as ACL does by default.
const ReleaseAll Release = math.MaxUint64

// KeepBytes gives back what is reserved beyond n bytes and not in use. Take the peak of
// what the program reserves: a limit just below it costs at every synchronize.
func KeepBytes(n uint64) Release { return Release(^n) }

// String says it in words.
func (r Release) String() string {
	switch r {
	case 0:
		return "keep everything"
	case ReleaseAll:
		return "release all"
	}
	return fmt.Sprintf("keep %d bytes", ^uint64(r))
}

// threshold answers ACL's number for a pool of that size, which is the most it accepts.
func (r Release) threshold(maxSize uint64) (uint64, error) {
	keep := ^uint64(r)
	if r == 0 {
		return maxSize, nil
	}
	if keep > maxSize {
		return 0, fmt.Errorf("release: keep %d bytes: the pool has %d; the zero Release keeps everything: %w", keep, maxSize, acl.ErrInvalid)
	}
	return keep, nil
}

// SetRelease changes what the pool gives back at a synchronize, from the next one on.
// More bytes than the pool has are [acl.ErrInvalid]. [Pool.TrimTo] ignores the setting.
//
// Source: aclrtMemPoolSetAttr, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, acl_rt_memory_soma.h.
func (p *Pool) SetRelease(r Release) error {
	if err := p.inner().setRelease(r); err != nil {
		return fmt.Errorf("mempool: set release of %q: %w", p.Name(), err)
	}
	return nil
}

func (p *pool) setRelease(r Release) error {
	if err := p.lock(); err != nil {
		return err
	}
	defer p.mu.Unlock()
	keep, err := r.threshold(p.maxSize)
	if err != nil {
		return err
	}
	if err := p.engine.setRelease(keep); err != nil {
		return err
	}
	p.release = r
	return nil
}

// Release answers what was set last.
func (p *Pool) Release() (r Release) {
	if p.inner() == nil {
		return r
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.release
}
