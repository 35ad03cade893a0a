// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// refusals are the codes for attributes that are unknown or read-only.
var refusals = poolmodel.Refusals{Unknown: driver.RTParamInvalid, ReadOnly: driver.RTParamInvalid}

// SetAttr sets an attribute. Of the switches only the low 32 bits count, 0 is off and
// the rest on. It returns RTParamInvalid for an attribute that is unknown or read-only,
// and RTInternalError for a threshold above the pool or a peak that is not 0.
func (p *Pool) SetAttr(attr driver.PoolAttr, value uint64) driver.Code {
	code := p.attrs.Set(attr, value, p.size, refusals)
	p.updateAnyOwner()
	return code
}

// GetAttr returns an attribute: 0 or 1 for a switch, bytes for the others. It returns
// RTParamInvalid for an unknown one.
func (p *Pool) GetAttr(attr driver.PoolAttr) (uint64, driver.Code) {
	return p.attrs.Get(attr, refusals)
}
