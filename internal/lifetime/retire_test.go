// SPDX-License-Identifier: Apache-2.0

package lifetime_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

func TestRetiredNodeLetsNothingBegin(t *testing.T) {
	root := lifetime.NewRoot("test", false)
	n := add(t, root, lifetime.Device, "0", nil)
	n.Retire()
	require.ErrorIs(t, n.Enter(), errclass.Closed)
	var late *lifetime.Node
	require.ErrorIs(t, n.Add(&late, lifetime.Stream, "late", nil), errclass.Closed)
	broken := errors.New("broken")
	require.ErrorIs(t, n.Close(func() error { return broken }), broken)
	require.ErrorIs(t, n.Enter(), errclass.Closed, "a Close that fails does not bring it back")
	require.NoError(t, n.Close(nothing))
}

func TestDrainWaitsForWhatIsUnderWay(t *testing.T) {
	tests := map[string]func(n *lifetime.Node, end chan struct{}){
		"a lease": func(n *lifetime.Node, end chan struct{}) {
			if n.Enter() == nil {
				<-end
				n.Leave()
			}
		},
		"a Close": func(n *lifetime.Node, end chan struct{}) {
			_ = n.Close(func() error { <-end; return nil })
		},
		"a Close that fails": func(n *lifetime.Node, end chan struct{}) {
			_ = n.Close(func() error { <-end; return errors.New("broken") })
		},
	}
	for name, hold := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				root := lifetime.NewRoot("test", false)
				n := add(t, root, lifetime.Stream, "s", nil)
				end := make(chan struct{})
				go hold(n, end)
				synctest.Wait()
				ended, cancel := context.WithCancel(context.Background())
				cancel()
				require.ErrorIs(t, n.Drain(ended), context.Canceled)

				drained := make(chan error, 1)
				go func() { drained <- n.Drain(context.Background()) }()
				synctest.Wait()
				assert.Empty(t, drained)
				close(end)
				require.NoError(t, <-drained)
				require.NoError(t, n.Drain(context.Background()), "nothing is left to wait for")
			})
		})
	}
}

func TestForceWaitsForTheLeases(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := lifetime.NewRoot("test", false)
		dev := add(t, root, lifetime.Device, "0", nil)
		var s *lifetime.Node
		s = add(t, dev, lifetime.Stream, "s", func(context.Context, bool) error { return s.Close(nothing) })
		require.NoError(t, s.Enter())
		forced := make(chan error, 1)
		go func() { forced <- dev.ForceBelow(context.Background(), false) }()
		synctest.Wait()
		assert.Empty(t, forced)
		assert.False(t, s.Closed())
		s.Leave()
		require.NoError(t, <-forced)
		assert.True(t, s.Closed())
	})
}

func TestAbandonedNodeStaysClosedWhenItsCloseFails(t *testing.T) {
	root := lifetime.NewRoot("test", false)
	n := add(t, root, lifetime.Pool, "kv", nil)
	broken := errors.New("broken")
	require.ErrorIs(t, n.Close(func() error { n.Abandon(); return broken }), broken)
	assert.True(t, n.Closed())
	require.ErrorIs(t, n.Enter(), errclass.Closed)
}
