// SPDX-License-Identifier: Apache-2.0

package probe_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/pool/probe"
	"github.com/ascend-go/aclpool/sim"
)

func lacksPools(c driver.Code) bool { return c == driver.RTFeatureNotSupport }

func TestSupport(t *testing.T) {
	tests := map[string]struct {
		fault   string // a C function
		code    driver.Code
		refused string // what the verdict says
		failed  string // what the failure says; nothing is kept then
	}{
		"a device with pools":             {},
		"a product without":               {fault: "aclrtMemPoolCreate", code: driver.RTFeatureNotSupport, refused: "aclrtMemPoolCreate"},
		"no context left":                 {fault: "aclrtCreateContext", code: driver.RTInternalError, failed: "aclrtCreateContext"},
		"a pool that fails":               {fault: "aclrtMemPoolCreate", code: driver.RTInternalError, failed: "aclrtMemPoolCreate"},
		"a setting that fails":            {fault: "aclrtMemPoolSetAttr", code: driver.RTInternalError, failed: "aclrtMemPoolSetAttr"},
		"a pool that cannot be destroyed": {fault: "aclrtMemPoolDestroy", code: driver.RTInternalError, failed: "aclrtMemPoolDestroy"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			acltest.RequireGoMachine(t)
			d := (*opaque.Device)(acltest.Open(t, acltest.NewMachine(t, sim.Config{}), 0)).Inner()
			f := faultdriver.New(d.Driver)
			d.Driver = f
			if tt.fault != "" {
				f.Fail(tt.fault, tt.code)
			}
			v, failure := probe.Support(d, lacksPools)
			assert.Equal(t, tt.failed, failure.Op)
			assert.Equal(t, tt.refused, v.Refused.Op)
			assert.Equal(t, tt.failed == "", failure.OK())
			calls := f.Count("aclrtMemPoolCreate")
			again, failure := probe.Support(d, lacksPools)
			require.True(t, failure.OK())
			assert.Equal(t, tt.refused == "", again.Yes())
			kept := f.Count("aclrtMemPoolCreate") == calls
			assert.Equal(t, tt.failed == "", kept, "a verdict is kept, a failure is not")
		})
	}
}

// The pools of 9.0 can be made, and forget what they are told.
func TestSupportOfPoolsThatLoseSettings(t *testing.T) {
	acltest.RequireGoMachine(t)
	d := (*opaque.Device)(acltest.Open(t, acltest.NewMachine(t, sim.Config{}), 0)).Inner()
	f := faultdriver.New(d.Driver)
	f.Replace.MemPoolGetAttr = func(driver.Context, driver.Pool, driver.PoolAttr) (uint64, driver.Status) {
		return 0, driver.Status{}
	}
	d.Driver = f
	v, failure := probe.Support(d, lacksPools)
	require.True(t, failure.OK())
	assert.False(t, v.Yes())
	assert.Contains(t, v.Reason, "the release threshold was set to 4297064448 and reads back as 0")
}

func TestSupportFollowsFromFindings(t *testing.T) {
	acltest.RequireGoMachine(t)
	d := (*opaque.Device)(acltest.Open(t, acltest.NewMachine(t, sim.Config{}), 0)).Inner()
	_, failure := probe.Of(d)
	require.True(t, failure.OK())
	f := faultdriver.New(d.Driver)
	d.Driver = f
	v, failure := probe.Support(d, lacksPools)
	require.True(t, failure.OK())
	assert.True(t, v.Yes())
	assert.Zero(t, f.Count("aclrtMemPoolCreate"))
}
