// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
)

func TestCodeNames(t *testing.T) {
	tests := map[driver.Code]struct {
		name  string
		group driver.Group
	}{
		driver.Success:            {"ACL_SUCCESS", driver.GroupSuccess},
		driver.RTParamInvalid:     {"ACL_ERROR_RT_PARAM_INVALID", driver.GroupInvalid},
		driver.RepeatInitialize:   {"ACL_ERROR_REPEAT_INITIALIZE", driver.GroupInit},
		driver.RTInternalError:    {"ACL_ERROR_RT_INTERNAL_ERROR", driver.GroupInternal},
		driver.RTMemoryAllocation: {"ACL_ERROR_RT_MEMORY_ALLOCATION", driver.GroupResource},
		driver.CodeNoSymbol:       {"NO_SYMBOL", driver.GroupUnknown},
		driver.Code(424242):       {"ACL_ERROR(424242)", driver.GroupUnknown},
	}
	for code, want := range tests {
		assert.Equal(t, want.name, code.String())
		assert.Equal(t, want.group, code.Group())
	}
}

func TestMem(t *testing.T) {
	assert.True(t, driver.Mem{}.IsNull())
	assert.Equal(t, driver.Addr(0x1010), driver.OnDevice(0x1000).Offset(0x10).Addr)

	host := []uint32{1, 2, 3}
	m := driver.OnHost(host)
	assert.False(t, m.IsNull())
	driver.Slice[uint32](m.Offset(4), 1)[0] = 7
	assert.Equal(t, []uint32{1, 7, 3}, host, "an offset counts bytes and names the same memory")
	assert.Equal(t, driver.SliceBytes(host), m.Bytes(12))
	assert.Len(t, driver.BytesOf(&host[0]), 4)
}
