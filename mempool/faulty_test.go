// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/sim"
)

// newFaulty opens a device whose calls fail on demand; those of a probe are left alone.
// The log gets what is reported.
func newFaulty(t testing.TB) (*acl.Device, *faultdriver.Driver, *observer.ObservedLogs) {
	t.Helper()
	return newFaultyOn(t, sim.Config{})
}

func newFaultyOn(t testing.TB, cfg sim.Config) (*acl.Device, *faultdriver.Driver, *observer.ObservedLogs) {
	t.Helper()
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, cfg)
	f := faultdriver.New((*opaque.Machine)(m.Sim()).Inner().Driver)
	level, logs := observer.New(zap.WarnLevel)
	rt := core.NewRuntime(f, zap.New(level), true)
	opened, err := opaque.OpenDevice(rt, 0, nil)
	require.NoError(t, err)
	dev := (*acl.Device)(opened)
	f.Only(opened.Inner().Context)
	t.Cleanup(func() { assert.NoError(t, dev.Close(context.Background())) })
	return dev, f, logs
}

// forget makes the pools of a device lose an attribute that is set, but for those of a
// probe.
func forget(dev *acl.Device, f *faultdriver.Driver, attr driver.PoolAttr) {
	own := (*opaque.Device)(dev).Inner().Context
	f.Replace.MemPoolSetAttr = func(ac driver.Context, p driver.Pool, a driver.PoolAttr, value uint64) driver.Status {
		if a == attr && ac == own {
			return driver.Status{}
		}
		return f.Unwrap().MemPoolSetAttr(ac, p, a, value)
	}
}

// alive returns how many objects have been made and not destroyed, by kind.
func alive(f *faultdriver.Driver) map[string]int {
	return map[string]int{
		"stream": f.Succeeded("aclrtCreateStream", "aclrtCreateStreamWithConfig") - f.Succeeded("aclrtDestroyStream", "aclrtDestroyStreamForce"),
		"event":  f.Succeeded("aclrtCreateEventExWithFlag") - f.Succeeded("aclrtDestroyEvent"),
		"pool":   f.Succeeded("aclrtMemPoolCreate") - f.Succeeded("aclrtMemPoolDestroy"),
	}
}
