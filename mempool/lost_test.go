// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// On a lost device, an allocation fails, and what is there can be freed and closed.
func TestPoolOnALostDevice(t *testing.T) {
	acltest.RequireGoMachine(t)
	for _, b := range []sim.Behaviour{sim.Documented, sim.CANNDev} {
		t.Run(string(b), func(t *testing.T) {
			ctx := context.Background()
			dev := acltest.New(t, sim.Config{Behaviour: b})
			before, err := dev.MemInfo()
			require.NoError(t, err)
			p, err := mempool.New(ctx, dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
			require.NoError(t, err)
			s, err := stream.New(dev, stream.Config{Name: "decode"})
			require.NoError(t, err)
			used, freed := malloc(t, p, s, 2*mib), malloc(t, p, s, 2*mib)
			acltest.Hold(t, s)
			require.NoError(t, p.FreeAsync(s, freed))

			lost := acltest.Fail(t, dev, sim.DeviceLost(0))
			_, err = p.MallocAsync(s, 2*mib)
			require.ErrorIs(t, err, acl.ErrDevice)
			if err := p.FreeAsync(s, used); err != nil {
				require.ErrorIs(t, err, acl.ErrDevice)
			}
			err = s.Close(ctx)
			require.ErrorIs(t, err, acl.ErrDevice)
			if err := p.Close(ctx); err != nil {
				require.ErrorIs(t, err, acl.ErrDevice)
			}

			lost.Remove()
			require.NoError(t, s.Close(ctx))
			require.NoError(t, p.Close(ctx))
			after, err := dev.MemInfo()
			require.NoError(t, err)
			assert.Equal(t, before, after)
			p, s = acltest.Pool(t, dev, mempool.Config{}), acltest.Stream(t, dev)
			require.NoError(t, p.FreeAsync(s, malloc(t, p, s, 2*mib)), "the device works again")
		})
	}
}

// Memory that something else has taken is missing, and is used again when it is back.
func TestPoolOnADeviceWithoutMemory(t *testing.T) {
	acltest.RequireGoMachine(t)
	for _, b := range []sim.Behaviour{sim.Documented, sim.CANNDev} {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b, Memory: 256 * mib})
			p := acltest.Pool(t, dev, mempool.Config{MaxSize: 128 * mib})
			s := acltest.Stream(t, dev)
			exhausted := acltest.Fail(t, dev, sim.MemoryExhausted(0, 4*mib))
			first := malloc(t, p, s, 2*mib)
			_, err := p.MallocAsync(s, 64*mib)
			require.ErrorIs(t, err, acl.ErrOutOfMemory)
			require.NoError(t, s.Synchronize(context.Background()), "the stream has not failed")
			exhausted.Remove()
			require.NoError(t, p.FreeAsync(s, malloc(t, p, s, 64*mib)))
			require.NoError(t, p.FreeAsync(s, first))
		})
	}
}
