// SPDX-License-Identifier: Apache-2.0

package releases

import (
	"math"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// SetAttr sets an attribute. Of the switches only the low 32 bits count.
func (p *Pool) SetAttr(attr driver.PoolAttr, value uint64) driver.Code {
	if attr == driver.PoolReleaseThreshold && p.release.NarrowThreshold {
		value &= math.MaxUint32
	}
	return p.attrs.Set(attr, value, p.size, p.refusals())
}

// GetAttr returns an attribute: 0 or 1 for a switch, bytes for the others.
func (p *Pool) GetAttr(attr driver.PoolAttr) (uint64, driver.Code) {
	return p.attrs.Get(attr, p.refusals())
}

func (p *Pool) refusals() poolmodel.Refusals {
	return poolmodel.Refusals{Unknown: p.release.Unknown, ReadOnly: p.release.ReadOnly}
}
