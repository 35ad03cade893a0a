// SPDX-License-Identifier: Apache-2.0

package faultdriver_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
)

// A hook can make a call in place of the inner driver, or leave it to that.
func TestInstead(t *testing.T) {
	reached := 0
	d := faultdriver.NewIdle(&counting{calls: &reached})
	made := true
	rule := d.Instead(func(faultdriver.Call) (driver.Status, bool) { return driver.Status{}, made }, "aclFinalize")
	assert.True(t, d.Finalize().OK())
	assert.Zero(t, reached)
	made = false
	assert.True(t, d.Finalize().OK())
	assert.Equal(t, 1, reached)
	made = true
	rule.Remove()
	assert.True(t, d.Finalize().OK())
	assert.Equal(t, 2, reached)
}

// A hook sees what the inner driver has failed, and nothing else.
func TestFailed(t *testing.T) {
	result := driver.Status{}
	d := faultdriver.New(nil)
	d.Replace.Finalize = func() driver.Status { return result }
	var seen []driver.Code
	d.Failed(func(_ faultdriver.Call, st driver.Status) { seen = append(seen, st.Code) }, "aclFinalize")
	d.Finalize()
	result = driver.Fail(driver.RTInternalError, "")
	assert.Equal(t, result, d.Finalize())
	d.Fail("aclFinalize", driver.RTParamInvalid)
	d.Finalize() // does not reach the inner driver
	assert.Equal(t, []driver.Code{driver.RTInternalError}, seen)
}

// The end of a rule releases a call that it holds.
func TestRemoveReleases(t *testing.T) {
	end := map[string]func(*faultdriver.Driver, *faultdriver.Rule){
		"the rule":  func(_ *faultdriver.Driver, r *faultdriver.Rule) { r.Remove() },
		"all rules": func(d *faultdriver.Driver, _ *faultdriver.Rule) { d.ClearRules() },
	}
	for name, remove := range end {
		t.Run(name, func(t *testing.T) {
			reached := 0
			d := faultdriver.NewIdle(&counting{calls: &reached})
			held, open := make(chan struct{}), make(chan struct{})
			rule := d.Hold(func(faultdriver.Call) { close(held); <-open }, func() { close(open) }, "aclFinalize")
			done := make(chan driver.Status)
			go func() { done <- d.Finalize() }()
			<-held
			remove(d, rule)
			rule.Remove()
			assert.True(t, (<-done).OK())
			assert.Equal(t, 1, reached)
		})
	}
}
