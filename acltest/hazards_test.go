// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

// race has two streams fill memory without an order.
func race(t testing.TB, dev *acl.Device) {
	t.Helper()
	m, err := dev.Malloc(8)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, m.Close()) })
	for range 2 {
		require.NoError(t, acltest.Stream(t, dev).Fill(m.View(), 1))
	}
}

func TestHazardFailsTheTest(t *testing.T) {
	r := record(t, func(t testing.TB) { race(t, acltest.New(t)) })
	require.Len(t, r.failures, 1)
	assert.Contains(t, r.text(), "hazard: write not ordered after a write")
	assert.Contains(t, r.text(), "hazards_test.go")
}

func TestHazardsThatDoNotFailTheTest(t *testing.T) {
	tests := map[string]func(t testing.TB, dev *acl.Device){
		"taken": func(t testing.TB, dev *acl.Device) {
			race(t, dev)
			reports := acltest.Hazards(t, dev)
			require.Len(t, reports, 1)
			assert.Equal(t, hazard.WriteAfterWrite, reports[0].Kind)
			assert.Empty(t, acltest.Hazards(t, dev), "they are taken once")
		},
		"allowed before": func(t testing.TB, dev *acl.Device) {
			acltest.AllowHazards(t, dev, hazard.WriteAfterWrite)
			race(t, dev)
			assert.Empty(t, acltest.Hazards(t, dev))
		},
		"allowed afterwards": func(t testing.TB, dev *acl.Device) {
			race(t, dev)
			acltest.AllowHazards(t, dev, hazard.WriteAfterWrite)
		},
		"all are allowed": func(t testing.TB, dev *acl.Device) {
			acltest.AllowHazards(t, dev)
			race(t, dev)
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Empty(t, record(t, func(t testing.TB) { test(t, acltest.New(t)) }).failures)
		})
	}
}

func TestOtherKindsFailTheTest(t *testing.T) {
	r := record(t, func(t testing.TB) {
		dev := acltest.New(t)
		acltest.AllowHazards(t, dev, hazard.UseAfterFree)
		race(t, dev)
	})
	assert.Len(t, r.failures, 1)
}

// Reports are those of the device.
func TestHazardsOfADevice(t *testing.T) {
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, sim.Config{Devices: 2})
	one, two := acltest.Open(t, m, 0), acltest.Open(t, m, 1)
	race(t, two)
	assert.Empty(t, acltest.Hazards(t, one))
	assert.Len(t, acltest.Hazards(t, two), 1)
}

// The function of a Config gets the reports, and the test does not fail.
func TestHazardsOfAConfig(t *testing.T) {
	var reports []hazard.Report
	r := record(t, func(t testing.TB) {
		race(t, acltest.New(t, sim.Config{Hazards: func(r hazard.Report) { reports = append(reports, r) }}))
	})
	assert.Empty(t, r.failures)
	assert.Len(t, reports, 1)
}

func TestMachinesThatAreNotChecked(t *testing.T) {
	r := record(t, func(t testing.TB) {
		acltest.DisableHazards(t)
		dev := acltest.New(t)
		race(t, dev)
		assert.Empty(t, acltest.Hazards(t, dev))
	})
	assert.Empty(t, r.failures)
	r = record(t, func(t testing.TB) { acltest.Hazards(t, nil) })
	assert.Contains(t, r.text(), "until the end of their test")
}

// What may be the cause is reported before what it has caused.
func TestHazardsComeBeforeTheFailureOfAStream(t *testing.T) {
	acltest.RequireGoMachine(t)
	r := record(t, func(t testing.TB) {
		dev := acltest.New(t)
		p := acltest.Pool(t, dev, mempool.Config{MaxSize: 4 << 20})
		alloc, use := acltest.Stream(t, dev), acltest.Stream(t, dev)
		gate := acltest.Hold(t, use)
		b, err := p.MallocAsync(alloc, 8)
		require.NoError(t, err)
		require.NoError(t, use.Fill(b.View(), 1))
		require.NoError(t, p.FreeAsync(alloc, b))
		require.NoError(t, alloc.Synchronize(t.Context()))
		gate.Release()
	})
	require.Len(t, r.failures, 3, r.text())
	assert.Contains(t, r.failures[0], "hazard: use not ordered after the allocation")
	assert.Contains(t, r.failures[1], "hazard: free not ordered after a use")
	assert.Contains(t, r.failures[2], "was freed on stream")
}
