// SPDX-License-Identifier: Apache-2.0

package sim_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// closeUsed closes memory on a new machine while a stream may use it.
func closeUsed(t *testing.T, cfg sim.Config) error {
	t.Helper()
	ctx, m := context.Background(), newMachine(t, cfg)
	defer func() { _ = m.CloseForce(ctx) }()
	dev, err := m.Open(0)
	require.NoError(t, err)
	memory, err := dev.Malloc(8)
	require.NoError(t, err)
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	require.NoError(t, s.Fill(memory.View(), 1))
	return memory.Close()
}

func TestHazardsOfAMachine(t *testing.T) {
	var reports []hazard.Report
	require.NoError(t, closeUsed(t, sim.Config{Hazards: func(r hazard.Report) { reports = append(reports, r) }}))
	require.Len(t, reports, 1)
	assert.Equal(t, hazard.UnorderedFree, reports[0].Kind)
	assert.Contains(t, reports[0].First.Site, "hazards_test.go")
}

func TestHazardsVariableOfMachines(t *testing.T) {
	t.Setenv("ACLPOOL_HAZARDS", "fail")
	level, logs := observer.New(zap.WarnLevel)
	require.ErrorIs(t, closeUsed(t, sim.Config{Logger: zap.New(level)}), acl.ErrHazard)
	assert.Equal(t, 1, logs.FilterMessageSnippet("free not ordered after a use").Len())
	require.NoError(t, closeUsed(t, sim.Config{Hazards: func(hazard.Report) {}}), "the Config comes first")

	t.Setenv("ACLPOOL_HAZARDS", "yes")
	_, err := sim.New(sim.Config{})
	require.ErrorIs(t, err, acl.ErrInvalid)
	_, err = sim.Open(sim.A2)
	require.ErrorContains(t, err, "want report or fail")
}
