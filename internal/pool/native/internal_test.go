// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/internal/pool/native"
)

// What the engine does for itself, in the probe and with its pinned granule, is marked as
// internal on the device. What the program does is not.
func TestOwnWorkIsMarked(t *testing.T) {
	var events []fakeacl.PoolEvent
	m, err := fakeacl.New(fakeacl.Config{
		Product: "Ascend910B3", Memory: 64 * mib, Pools: true, Behaviour: fakeacl.CANNDev,
		Observe: func(e fakeacl.PoolEvent) {
			if e.Kind != fakeacl.PoolCreated {
				events = append(events, e)
			}
		},
	})
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	rt := core.NewRuntime(m, nil, false)
	ac, st := m.SetDevice(0)
	require.True(t, st.OK())
	d := rt.NewDevice(0, ac)
	require.NoError(t, rt.Root.Add(&d.Node, lifetime.Device, "0", nil))
	h, st := m.CreateStream(ac)
	require.True(t, st.OK())
	s, err := d.AddStream(h, "program", func(*core.Stream) lifetime.Closer {
		return func(context.Context, bool) error { return nil }
	})
	require.NoError(t, err)

	ours := func() { // all events since the last call
		t.Helper()
		assert.NotEmpty(t, events)
		for _, e := range events {
			assert.True(t, e.Internal, "%+v", e)
		}
		events = nil
	}
	n, err := native.New(context.Background(), d, native.Config{Name: "kv", MaxSize: 8 * mib, Log: zap.NewNop()})
	require.NoError(t, err)
	ours()

	require.NoError(t, s.Lock())
	lane := n.Attach(s)
	c, err := lane.Alloc(1)
	require.NoError(t, err)
	lost, err := lane.Free(c, nil)
	require.NoError(t, err)
	assert.False(t, lost)
	s.Unlock()
	require.Len(t, events, 2)
	for _, e := range events {
		assert.False(t, e.Internal, "%+v", e)
		assert.Equal(t, h, e.Stream)
	}
	events = nil
	assert.True(t, m.SynchronizeStream(ac, h).OK())
	s.CompleteAll()
	done, err := n.Close(new(engine.Failures))
	require.NoError(t, err)
	assert.True(t, done)
	ours()
}
