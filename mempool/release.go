// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"
	"math"
	"strings"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/pool/bytesize"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Release says how much reserved memory a pool keeps when a stream, an event or the device is
// synchronized; it returns the rest to the device. The zero value keeps everything, since an
// inference service allocates the same memory again after every synchronize. If ACL never
// reuses freed memory, nothing is kept. Releases can be compared. In configuration files they
// are text: "keep", "all", or the size to keep, such as "1GiB".
//
// Source: ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD (uint64_t), acl_rt_memory_soma.h.
type Release struct {
	limited bool   // false: everything is kept
	keep    uint64 // bytes
}

// ReleaseAll returns all memory that is not in use to the device, as ACL does by default.
var ReleaseAll = KeepBytes(0)

// KeepBytes returns a Release that keeps n reserved bytes, including those in use. n should be
// at least the peak of what the program reserves: with a limit just below it, memory is
// returned and reserved again at every synchronize.
func KeepBytes(n uint64) Release {
	if n == math.MaxUint64 {
		return Release{}
	}
	return Release{limited: true, keep: n}
}

// String returns "keep", "all", or the size to keep in the largest unit that divides it.
func (r Release) String() string {
	switch {
	case !r.limited:
		return "keep"
	case r.keep == 0:
		return "all"
	}
	return bytesize.Exact(r.keep)
}

// MarshalText returns the text of [Release.String].
func (r Release) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText parses "keep", "all", or a number of bytes to keep, optionally with one of the
// units KiB, MiB, GiB and TiB. It returns [acl.ErrInvalid] for any other text.
func (r *Release) UnmarshalText(text []byte) error {
	switch s := strings.TrimSpace(string(text)); s {
	case "keep":
		*r = Release{}
	case "all":
		*r = ReleaseAll
	default:
		n, ok := bytesize.Parse(s)
		if !ok {
			return fmt.Errorf("mempool: release %q: want keep, all, or a whole number of bytes below 2^64, alone or with the unit KiB, MiB, GiB or TiB, such as 512MiB: %w", text, acl.ErrInvalid)
		}
		*r = KeepBytes(n)
	}
	return nil
}

// SetRelease sets how much memory the pool keeps at a synchronize, from the next one on. It
// returns [acl.ErrInvalid] if that is more than the pool can hold. [Pool.TrimTo] ignores the
// setting.
//
// Source: aclrtMemPoolSetAttr, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, acl_rt_memory_soma.h.
func (p *Pool) SetRelease(r Release) error {
	if err := p.inner.configure(func(old Release, reuse Reuse) (Release, Reuse) { return r, reuse }); err != nil {
		return fmt.Errorf("mempool: set release of %q: %w", p.Name(), err)
	}
	return nil
}

// Release returns the current setting.
func (p *Pool) Release() Release {
	release, _ := p.inner.settings()
	return release
}

// configure changes the settings. If it fails, all settings are as before.
func (p *pool) configure(change func(Release, Reuse) (Release, Reuse)) error {
	if err := p.blocks.Lock(); err != nil { // the pool stays open
		return err
	}
	defer p.blocks.Unlock()
	release, reuse := change(p.settings())
	if err := reuse.check(); err != nil {
		return err
	}
	if err := p.engine.Configure(engineSettings(release, reuse)); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.release, p.reuse = release, reuse
	return nil
}

func (p *pool) settings() (Release, Reuse) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.release, p.reuse
}

// engineSettings returns the settings of the engine.
func engineSettings(r Release, reuse Reuse) engine.Settings {
	return engine.Settings{Keep: r.keep, KeepAll: !r.limited, Reuse: reuse.settings()}
}
