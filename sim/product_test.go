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
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestMain(m *testing.M) { acltest.Main(m) }

const giB = 1 << 30

func TestProducts(t *testing.T) {
	tests := map[string]struct {
		cfg    sim.Config
		soc    string
		memory uint64
		pools  bool
	}{
		"zero Config":          {sim.Config{}, "Ascend910B3", 64 * giB, true},
		"A2":                   {sim.Config{Product: sim.A2}, "Ascend910B3", 64 * giB, true},
		"A3":                   {sim.Config{Product: sim.A3}, "Ascend910_9392", 64 * giB, false},
		"310P":                 {sim.Config{Product: sim.P310}, "Ascend310P3", 21 * giB, false},
		"a name of its own":    {sim.Config{SocName: "Ascend910B4", Memory: 32 * giB}, "Ascend910B4", 32 * giB, true},
		"pools where none are": {sim.Config{Product: sim.A3, Pools: sim.PoolsSupported}, "Ascend910_9392", 64 * giB, true},
		"no pools":             {sim.Config{Pools: sim.PoolsMissing}, "Ascend910B3", 64 * giB, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dev := acltest.New(t, tt.cfg)
			assert.Equal(t, tt.soc, dev.SocName())
			mem, err := dev.MemInfo()
			require.NoError(t, err)
			assert.Equal(t, acl.MemInfo{Free: tt.memory, Total: tt.memory}, mem)
			p, err := mempool.New(context.Background(), dev, mempool.Config{})
			if !tt.pools {
				require.ErrorIs(t, err, acl.ErrNotSupported)
				return
			}
			require.NoError(t, err)
			require.NoError(t, p.Close(context.Background()))
		})
	}
}

func TestImpossibleMachines(t *testing.T) {
	tests := map[string]struct {
		cfg  sim.Config
		text string
	}{
		"unknown product":  {sim.Config{Product: "A1"}, `no simulated product "A1": want one of A2, A3, 310P`},
		"too many devices": {sim.Config{Devices: 257}, "257 devices"},
		"negative devices": {sim.Config{Devices: -1}, "-1 devices"},
		"too much memory":  {sim.Config{Memory: 1 << 60}, "1152921504606846976 bytes"},
		"odd behaviour":    {sim.Config{Behaviour: "cann80"}, `no behaviour "cann80": want one of documented, cann90, cann91, cannmaster, canndev`},
		"odd pools":        {sim.Config{Pools: 7}, "Pools is 7"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := sim.New(tt.cfg)
			require.ErrorIs(t, err, acl.ErrInvalid)
			require.ErrorContains(t, err, tt.text)
			assert.NotContains(t, err.Error(), "fakeacl", "users know no such package")
		})
	}
	_, err := sim.Open("A1")
	require.ErrorIs(t, err, acl.ErrInvalid)
}

// The pools of a machine behave as its Config says.
func TestBehaviours(t *testing.T) {
	for b, kept := range map[sim.Behaviour]uint64{"": 0, sim.Documented: 0, sim.CANN91: 2 << 20, sim.CANNMaster: 2 << 20, sim.CANNDev: 0} {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b})
			c, ctx := (*opaque.Device)(dev).Inner().Driver, (*opaque.Device)(dev).Inner().Context
			p, st := c.MemPoolCreate(ctx, driver.PoolProps{LocationType: driver.LocationTypeDevice})
			require.True(t, st.OK(), st.Msg)
			s, st := c.CreateStream(ctx)
			require.True(t, st.OK(), st.Msg)
			a, st := c.MallocAsync(ctx, p, 1, s)
			require.True(t, st.OK(), st.Msg)
			require.True(t, c.FreeAsync(ctx, a, s).OK())
			require.True(t, c.SynchronizeStream(ctx, s).OK())
			reserved, st := c.MemPoolGetAttr(ctx, p, driver.PoolReserved)
			require.True(t, st.OK(), st.Msg)
			assert.Equal(t, kept, reserved)
			require.True(t, c.MemPoolDestroy(ctx, p).OK())
			require.True(t, c.DestroyStream(ctx, s).OK())
		})
	}
}

// What fails behind the caller is logged when it happens.
func TestLogger(t *testing.T) {
	core, logs := observer.New(zap.WarnLevel)
	dev := acltest.New(t, sim.Config{Logger: zap.New(core)})
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	launch(t, s, func(*sim.Call) error { return assert.AnError })
	require.ErrorIs(t, s.Close(context.Background()), acl.ErrDevice)
	require.Equal(t, 1, logs.FilterMessageSnippet(assert.AnError.Error()).Len())
}
