// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// Stats returns the state of the pool.
func (p *Pool) Stats() poolmodel.Stats {
	largest, _ := p.fresh.Largest()
	return p.attrs.Stats(largest.Size * driver.Granule)
}

// Pending returns the cached bytes whose free has not executed. It asks each owner, and
// looks once at each free that has executed since the last time.
func (p *Pool) Pending() (n uint64) {
	for o := range p.owners.byLine.All {
		n += o.stillPending()
	}
	return n
}
