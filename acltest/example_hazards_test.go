// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/sim"
)

func ExampleHazards() {
	dev := acltest.New(t)
	m, err := dev.Malloc(4096)
	require.NoError(t, err)
	a, b := acltest.Stream(t, dev), acltest.Stream(t, dev)
	require.NoError(t, a.Fill(m.View(), 0))
	require.NoError(t, b.Fill(m.View(), 1)) // wrong on purpose

	reports := acltest.Hazards(t, dev)
	require.Len(t, reports, 1)
	require.Equal(t, hazard.WriteAfterWrite, reports[0].Kind)
}

func ExampleExplore() {
	acltest.Explore(t, 100, func(t *testing.T, s *sim.Schedule) {
		dev := acltest.New(t, sim.Config{Schedule: s})
		a, b := acltest.Stream(t, dev), acltest.Stream(t, dev)
		// ... the work of a and b executes in another order with each seed
		require.NoError(t, a.Synchronize(context.Background()))
		require.NoError(t, b.Synchronize(context.Background()))
	})
}
