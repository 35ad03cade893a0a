// SPDX-License-Identifier: Apache-2.0

package faultdriver_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/faultdriver"
)

// Calls for virtual memory fail as the rules say, whether or not they were carried out.
func TestVirtualMemoryCanFail(t *testing.T) {
	m, err := fakeacl.New(fakeacl.Config{Product: "Ascend910B3"})
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	d := faultdriver.New(m)
	v, ok := driver.As[driver.VirtualMemory](d)
	require.True(t, ok)

	d.Fail("aclrtReserveMemAddress", driver.RTMemoryAllocation)
	_, st := v.ReserveMemAddress(0, driver.Granule, 0, 0, 0)
	assert.Equal(t, driver.RTMemoryAllocation, st.Code)
	a, st := v.ReserveMemAddress(0, driver.Granule, 0, 0, 0)
	require.True(t, st.OK(), st.Msg)
	assert.Equal(t, 2, d.Count("aclrtReserveMemAddress"))

	d.FailAfter(1, bad, "aclrtReleaseMemAddress")
	assert.Equal(t, bad, v.ReleaseMemAddress(0, a).Code)
	assert.Equal(t, driver.RTParamInvalid, v.ReleaseMemAddress(0, a).Code, "it was released")

	d.Replace.MallocPhysical = func(driver.Context, uint64, driver.PhysicalMemProp, uint64) (driver.PhysicalMem, driver.Status) {
		return 7, driver.Status{}
	}
	h, st := v.MallocPhysical(0, 1, driver.PhysicalMemProp{}, 0)
	assert.True(t, st.OK())
	assert.EqualValues(t, 7, h)
	d.Hide("aclrtMapMem")
	assert.Equal(t, driver.CodeNoSymbol, v.MapMem(0, a, driver.Granule, 0, h, 0).Code)
}

// An inner driver without virtual memory lacks its functions.
func TestNoVirtualMemory(t *testing.T) {
	d := faultdriver.New(withReset{})
	_, st := d.ReserveMemAddress(0, driver.Granule, 0, 0, 0)
	assert.Equal(t, driver.Fail(driver.CodeNoSymbol, "aclrtReserveMemAddress"), st)
	assert.Equal(t, driver.CodeNoSymbol, d.UnmapMem(0, 1).Code)
}
