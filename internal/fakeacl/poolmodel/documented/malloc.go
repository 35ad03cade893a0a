// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// Malloc allocates size bytes, rounded up to the granule, in the order of s, and takes
// the next position of the stream's line for it. It returns
//   - RTInternalError when no range serves, even if memory is cached for others,
//   - RTMemoryAllocation when the device has no memory for a fresh range,
//   - RTParamInvalid when the rounded size exceeds 64 bits.
//
// Size 0 succeeds without allocating.
func (p *Pool) Malloc(s poolmodel.Stream, size uint64) (a poolmodel.Allocation, code driver.Code) {
	code = p.malloc(&a, s, size) // by pointer: copies of it show in the time of a call
	p.check()
	return a, code
}

func (p *Pool) malloc(a *poolmodel.Allocation, s poolmodel.Stream, size uint64) driver.Code {
	if size == 0 {
		return driver.Success
	}
	size, ok := driver.RoundUp(size, driver.Granule)
	if !ok {
		return driver.RTParamInvalid
	}
	line := s.Line()
	from, class := p.reuse(line, size/driver.Granule)
	if from == nil {
		best, ok := p.fresh.Best(size / driver.Granule)
		if !ok {
			return driver.RTInternalError
		}
		if from = best.Value; !p.mem.Take(from.off, size) {
			return driver.RTMemoryAllocation
		}
		p.attrs.Reserved += size
	}
	a.Off, a.Size, a.Class = from.off, size, class
	if class == poolmodel.Internal || class == poolmodel.Opportunistic {
		a.Free = from.freed.Place
	}
	if class == poolmodel.Internal {
		line.After(from.freed)
	}
	a.Pos = line.Next()
	p.cut(from, size)
	p.tags.set(a.Off, liveTag(size))
	p.attrs.Allocated(size)
	return driver.Success
}
