// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/ascend-go/aclpool/acl"
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
	for _, u := range units {
		if r.keep%u.bytes == 0 {
			return strconv.FormatUint(r.keep/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatUint(r.keep, 10)
}

// units are the units of sizes in text, the largest first.
var units = []struct {
	name  string
	bytes uint64
}{{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

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
		n, ok := parseSize(s)
		if !ok {
			return fmt.Errorf("mempool: release %q: want keep, all, or a whole number of bytes below 2^64, alone or with the unit KiB, MiB, GiB or TiB, such as 512MiB: %w", text, acl.ErrInvalid)
		}
		*r = KeepBytes(n)
	}
	return nil
}

func parseSize(s string) (uint64, bool) {
	unit := uint64(1)
	for _, u := range units {
		if number, ok := strings.CutSuffix(s, u.name); ok {
			s, unit = strings.TrimSpace(number), u.bytes
			break
		}
	}
	n, err := strconv.ParseUint(s, 10, 64)
	return n * unit, err == nil && n <= math.MaxUint64/unit
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
	p.inner.mu.Lock()
	defer p.inner.mu.Unlock()
	return p.inner.release
}

// configure changes the settings. If it fails, all settings are as before.
func (p *pool) configure(change func(Release, Reuse) (Release, Reuse)) error {
	if err := p.lock(); err != nil {
		return err
	}
	defer p.mu.Unlock()
	release, reuse := change(p.release, p.reuse)
	if err := reuse.check(); err != nil {
		return err
	}
	if err := p.engine.Configure(settings(release, reuse)); err != nil {
		return err
	}
	p.release, p.reuse = release, reuse
	return nil
}

// settings returns the settings of the engine.
func settings(r Release, reuse Reuse) engine.Settings {
	return engine.Settings{Keep: r.keep, KeepAll: !r.limited, Reuse: reuse.settings()}
}
