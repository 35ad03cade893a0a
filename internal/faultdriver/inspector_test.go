// SPDX-License-Identifier: Apache-2.0

package faultdriver_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
)

// inspector is a driver that knows a device and the flags of streams.
type inspector struct{ driver.API }

func (inspector) DeviceOf(driver.Context) (int32, driver.Status) { return 3, driver.Status{} }

func (inspector) StreamFlags(driver.Context, driver.Stream) (uint32, driver.Status) {
	return 4, driver.Status{}
}

func TestInspector(t *testing.T) {
	const device, flags = "aclrtGetDevice", "aclrtStreamGetFlags"
	codes := func(d *faultdriver.Driver) [2]driver.Code {
		_, first := d.DeviceOf(1)
		_, second := d.StreamFlags(1, 10)
		return [2]driver.Code{first.Code, second.Code}
	}
	d := faultdriver.New(inspector{})
	id, st := d.DeviceOf(1)
	assert.True(t, st.OK())
	assert.EqualValues(t, 3, id)
	f, st := d.StreamFlags(1, 10)
	assert.True(t, st.OK())
	assert.EqualValues(t, 4, f)
	d.Fail(flags, bad)
	assert.Equal(t, [2]driver.Code{0, bad}, codes(d))
	d.Hide(device)
	assert.Equal(t, [2]driver.Code{driver.CodeNoSymbol, 0}, codes(d))
	assert.Equal(t, [2]driver.Code{driver.CodeNoSymbol, driver.CodeNoSymbol}, codes(faultdriver.New(nil)), "the inner driver cannot be asked")
}
