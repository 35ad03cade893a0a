// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

func TestEachEngine(t *testing.T) {
	acltest.RequireGoMachine(t) // a library may have no engine at all
	var ran []mempool.Engine
	acltest.EachEngine(t, func(t *testing.T, dev *acl.Device, e mempool.Engine) {
		ran = append(ran, e)
		got := acltest.Pool(t, dev, mempool.Config{Engine: e, MaxSize: 1}).Engine()
		assert.Equal(t, e, got.Engine)
		assert.Empty(t, live(dev)[1:], "the trial has left nothing beside the pool")
	})
	assert.Contains(t, ran, mempool.EngineNative)
	assert.NotContains(t, ran, mempool.EngineAuto, "which is one of the others")
}

func TestSimulated(t *testing.T) {
	acltest.RequireGoMachine(t)
	assert.True(t, acltest.Simulated(acltest.New(t, sim.Config{})))
	assert.False(t, acltest.Simulated(nil))
	assert.False(t, acltest.Simulated(new(acl.Device)))
}
