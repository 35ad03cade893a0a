// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// Memory that enqueued allocations have yet to take counts as taken, whoever has enqueued
// them: the device never runs out when they execute. A device that takes it at the call is
// not charged twice.
func TestGrowthThatHasNotExecuted(t *testing.T) {
	const memory = 64 * mib
	tests := map[string]struct {
		size uint64
		by   func(r, other *rig, i int) (*rig, *stream.Stream)
	}{
		"by one stream":                {20 * mib, func(r, _ *rig, _ int) (*rig, *stream.Stream) { return r, r.s[0] }},
		"by one stream in small steps": {2 * mib, func(r, _ *rig, _ int) (*rig, *stream.Stream) { return r, r.s[0] }},
		"by streams of a pool":         {20 * mib, func(r, _ *rig, i int) (*rig, *stream.Stream) { return r, r.s[i%2] }},
		"by streams in small steps":    {2 * mib, func(r, _ *rig, i int) (*rig, *stream.Stream) { return r, r.s[i%3] }},
		"by two pools": {20 * mib, func(r, other *rig, i int) (*rig, *stream.Stream) {
			r = []*rig{r, other}[i%2]
			return r, r.s[0]
		}},
	}
	for _, b := range []sim.Behaviour{sim.Documented, sim.CANN91, sim.CANNMaster, sim.CANNDev} {
		for name, tt := range tests {
			t.Run(string(b)+"/"+name, func(t *testing.T) {
				dev := acltest.New(t, sim.Config{Behaviour: b, Memory: memory})
				r, other := newRigOn(t, dev, true, keepAll, 60*mib), newRigOn(t, dev, true, keepAll, 60*mib)
				mem, err := dev.MemInfo()
				require.NoError(t, err)
				m, err := dev.Malloc(mem.Free - 37*mib) // what is left is less than a pool may hold
				require.NoError(t, err)
				defer func() { require.NoError(t, m.Close()) }()
				var gates []*acltest.Gate
				for _, s := range append(r.s[:], other.s[:]...) {
					gates = append(gates, acltest.Hold(t, s))
				}
				var taken uint64
				type made struct {
					r *rig
					s *stream.Stream
					c engine.Chunk
				}
				var all []made
				for i := 0; ; i++ {
					on, s := tt.by(r, other, i)
					c, err := on.tryAlloc(s, tt.size)
					if err != nil {
						require.ErrorIs(t, err, acl.ErrOutOfMemory)
						short, ok := errors.AsType[*engine.Shortage](err)
						require.True(t, ok, "%v", err)
						assert.True(t, short.OfDevice)
						assert.InDelta(t, 37*mib-taken, short.DeviceFree, mib)
						break
					}
					taken += tt.size
					all = append(all, made{on, s, c})
				}
				assert.Equal(t, 36*mib/tt.size*tt.size, taken, "nothing is charged twice")
				for _, g := range gates {
					g.Release()
				}
				synchronize(t, r.s[:]...) // no stream fails
				synchronize(t, other.s[:]...)
				for _, m := range all {
					m.r.free(m.s, m.c)
				}
			})
		}
	}
}
