// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/sim"
)

// A call fails on every kind of device, and no longer after the test.
func TestFail(t *testing.T) {
	dev := acltest.New(t)
	fault := sim.EveryCall(1, 1, codes.RTMemoryAllocation, "aclrtMallocHost")
	r := record(t, func(t testing.TB) {
		injected := acltest.Fail(t, dev, fault)
		_, err := acl.NewHostBuffer[byte](dev, 8)
		assert.ErrorIs(t, err, acl.ErrOutOfMemory)
		assert.Equal(t, 1, injected.Fired())
	})
	require.Empty(t, r.failures)
	b, err := acl.NewHostBuffer[byte](dev, 8)
	require.NoError(t, err)
	require.NoError(t, b.Close())
}

func TestFailRefuses(t *testing.T) {
	dev := acltest.New(t)
	r := record(t, func(t testing.TB) { acltest.Fail(t, dev, sim.NthCall(1, "cudaMalloc", codes.RTInternalError)) })
	assert.Contains(t, r.text(), `no Go package calls a function "cudaMalloc"; near it are `)
	assert.True(t, r.stopped)
	r = record(t, func(t testing.TB) { acltest.Fail(t, nil, sim.DeviceLost(0)) })
	assert.Contains(t, r.text(), "there is no device")
}
