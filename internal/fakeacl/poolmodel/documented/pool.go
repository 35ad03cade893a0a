// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// Pool is the bookkeeping of one pool.
type Pool struct {
	size  uint64
	mem   poolmodel.Memory
	attrs poolmodel.Attributes

	tags     boundaryTags
	spans    spans
	fresh    bestfit.Set[*span]
	cached   bestfit.Space[*span] // for each owner
	owners   owners
	anyOwner anyOwner

	ready     []*owner // may have complete spans
	trimmable trimHeap // in use during a trim only
}

// New returns the bookkeeping of a pool of size bytes, rounded up to the granule and all of it
// fresh.
func New(size uint64, mem poolmodel.Memory) *Pool {
	rounded, ok := driver.RoundUp(size, driver.Granule)
	if !ok {
		rounded = size - size%driver.Granule
	}
	p := &Pool{size: rounded, mem: mem, tags: boundaryTags{size: rounded}}
	if rounded > 0 {
		all := p.spans.take()
		all.size = rounded
		p.insert(all)
	}
	return p
}

// Size returns the size of the pool in bytes, a multiple of the granule.
func (p *Pool) Size() uint64 { return p.size }
