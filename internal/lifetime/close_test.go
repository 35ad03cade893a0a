// SPDX-License-Identifier: Apache-2.0

package lifetime_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

// A call that wants a lease while a Close frees gets what the Close leaves: the node, or
// errclass.Closed.
func TestEnterWaitsForTheOutcomeOfAClose(t *testing.T) {
	broken := errors.New("broken")
	tests := map[string]struct {
		end  func(n *lifetime.Node) error // in the Close
		want error
	}{
		"that succeeds":               {func(*lifetime.Node) error { return nil }, errclass.Closed},
		"that fails":                  {func(*lifetime.Node) error { return broken }, nil},
		"of a node that is abandoned": {func(n *lifetime.Node) error { n.Abandon(); return broken }, errclass.Closed},
		"of a node that is retired":   {func(n *lifetime.Node) error { n.Retire(); return broken }, errclass.Closed},
		"that waits again":            {func(n *lifetime.Node) error { n.Readmit(); return broken }, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := add(t, lifetime.NewRoot("test", false), lifetime.Stream, "s", nil)
				free := make(chan struct{})
				go func() { _ = n.Close(func() error { <-free; return tt.end(n) }) }()
				synctest.Wait()
				entered := make(chan error, 1)
				go func() { entered <- n.Enter() }()
				synctest.Wait()
				assert.Empty(t, entered)
				close(free)
				require.ErrorIs(t, <-entered, tt.want)
			})
		})
	}
}

// What a Close waits for can go on, and nothing is freed while it does.
func TestLeasesWhileACloseWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := add(t, lifetime.NewRoot("test", false), lifetime.Pool, "kv", nil)
		waited, freed, closed := make(chan struct{}), false, make(chan error, 1)
		go func() {
			closed <- n.CloseWaiting(func() error {
				<-waited
				err := n.Exclude(context.Background())
				freed = err == nil
				return err
			})
		}()
		synctest.Wait()
		require.NoError(t, n.Enter())
		require.ErrorIs(t, n.Close(nothing), errclass.Busy)
		var child *lifetime.Node
		require.ErrorIs(t, n.Add(&child, lifetime.Stream, "s", nil), errclass.Busy)
		close(waited)
		synctest.Wait()
		assert.False(t, freed)
		require.NoError(t, n.Enter(), "also while only leases are waited for")
		n.Leave()
		synctest.Wait()
		assert.False(t, freed)
		n.Leave()
		require.NoError(t, <-closed)
		assert.True(t, freed)
		require.ErrorIs(t, n.Enter(), errclass.Closed)
	})
}

func TestExcludeGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := add(t, lifetime.NewRoot("test", false), lifetime.Pool, "kv", nil)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		err := n.CloseWaiting(func() error {
			require.NoError(t, n.Enter())
			return n.Exclude(ctx)
		})
		require.ErrorIs(t, err, errclass.Busy)
		require.ErrorIs(t, err, errclass.Timeout)
		require.NoError(t, n.Enter(), "the node stays open")
	})
}

// A forced shutdown may close the node while a Close waits for the leases.
func TestExcludeOfAnAbandonedNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := add(t, lifetime.NewRoot("test", false), lifetime.Pool, "kv", nil)
		closed := make(chan error, 1)
		go func() {
			closed <- n.CloseWaiting(func() error {
				assert.NoError(t, n.Enter())
				return n.Exclude(context.Background())
			})
		}()
		synctest.Wait()
		n.Abandon()
		require.ErrorIs(t, <-closed, errclass.Closed)
	})
}

// The text of a Close that is refused says where the program made what lives, if that is known.
func TestCloseNamesWhereObjectsWereMade(t *testing.T) {
	for name, stacks := range map[string]bool{"with stacks": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			root := lifetime.NewRoot("test", stacks)
			dev := add(t, root, lifetime.Device, "0", nil)
			add(t, dev, lifetime.Stream, "s", nil)
			err := root.Close(nothing)
			require.ErrorIs(t, err, errclass.Busy)
			want := `has device 0 \(with stream "s"\): `
			if stacks {
				want = `has device 0 made at \S+_test.go:\d+ \S+ \(with stream "s" made at \S+_test.go:\d+ \S+\): `
			}
			assert.Regexp(t, want, err.Error())
		})
	}
}

// The text of a Close that is refused names the calls that may still hold a lease.
func TestCloseNamesTheKindOfCall(t *testing.T) {
	for kind, want := range map[lifetime.Kind]string{
		lifetime.Stream: `stream "x" is in use by calls that have not returned (1; waits or Abort): busy`,
		lifetime.Pool:   `pool "x" is in use by calls that have not returned (1; Malloc or TrimSync): busy`,
		lifetime.Kernel: `kernel binary "x" is in use by calls that have not returned (1): busy`,
	} {
		t.Run(kind.String(), func(t *testing.T) {
			n := add(t, lifetime.NewRoot("test", false), kind, "x", nil)
			require.NoError(t, n.Enter())
			require.EqualError(t, n.Close(nothing), want)
			n.Leave()
			require.NoError(t, n.Close(nothing))
		})
	}
}
