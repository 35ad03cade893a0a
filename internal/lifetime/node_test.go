// SPDX-License-Identifier: Apache-2.0

package lifetime_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

func nothing() error { return nil }

func add(t *testing.T, parent *lifetime.Node, k lifetime.Kind, name string, c lifetime.Closer) *lifetime.Node {
	t.Helper()
	var n *lifetime.Node
	require.NoError(t, parent.Add(&n, k, name, c))
	return n
}

func TestParentRefusesWhileAChildLives(t *testing.T) {
	root := lifetime.NewRoot("test", false)
	dev := add(t, root, lifetime.Device, "0", nil)
	s := add(t, dev, lifetime.Stream, "copy", nil)

	freed := false
	err := dev.Close(func() error { freed = true; return nil })
	require.ErrorIs(t, err, errclass.Busy)
	assert.ErrorContains(t, err, `stream "copy"`, "the child is named")
	assert.False(t, freed)
	add(t, dev, lifetime.Stream, "late", nil) // a refused Close leaves the parent usable

	require.NoError(t, s.Close(nothing))
	err = dev.Close(nothing)
	require.ErrorIs(t, err, errclass.Busy)
	assert.NotContains(t, err.Error(), "copy", "a closed child is no obstacle")
}

func TestBusyTextStaysShort(t *testing.T) {
	root := lifetime.NewRoot("test", false)
	for range 1000 {
		add(t, root, lifetime.Memory, "block", nil)
	}
	err := root.Close(nothing)
	require.ErrorIs(t, err, errclass.Busy)
	assert.Less(t, len(err.Error()), 500)
	assert.ErrorContains(t, err, "992 more")
}

// A refusal names everything below, so that a program knows what to close.
func TestBusyTextNamesWhatLivesBelow(t *testing.T) {
	root := lifetime.NewRoot("test", false)
	first := add(t, root, lifetime.Device, "0", nil)
	add(t, root, lifetime.Device, "1", nil)
	add(t, first, lifetime.Stream, "copies", nil)
	add(t, first, lifetime.Pool, "kv", nil)
	add(t, first, lifetime.Kernel, "scale.o", nil)
	err := root.Close(nothing)
	require.ErrorIs(t, err, errclass.Busy)
	assert.ErrorContains(t, err, `runtime "test" still has device 0 (with kernel binary "scale.o", pool "kv", stream "copies"), device 1: `)
	err = first.Close(nothing)
	assert.ErrorContains(t, err, `device 0 still has kernel binary "scale.o", pool "kv", stream "copies": `)

	for range 10 {
		add(t, first, lifetime.Event, strings.Repeat("x", 1000), nil)
	}
	err = root.Close(nothing)
	assert.Less(t, len(err.Error()), 800, "long names are cut")
	assert.ErrorContains(t, err, "6 more), 1 more: ")
}

func TestCloseIsIdempotentAndRunsFreeOnce(t *testing.T) {
	root := lifetime.NewRoot("test", false)
	n := add(t, root, lifetime.Pool, "kv", nil)
	runs := 0
	for range 3 {
		require.NoError(t, n.Close(func() error { runs++; return nil }))
	}
	assert.Equal(t, 1, runs)
	assert.True(t, n.Closed())
	require.ErrorIs(t, n.Enter(), errclass.Closed)
	var child *lifetime.Node
	require.ErrorIs(t, n.Add(&child, lifetime.Stream, "child", nil), errclass.Closed)
	assert.Nil(t, child)
}

func TestFailedFreeLeavesTheNodeOpen(t *testing.T) {
	root := lifetime.NewRoot("test", false)
	n := add(t, root, lifetime.Stream, "s", nil)
	broken := errors.New("broken")
	require.ErrorIs(t, n.Close(func() error { return broken }), broken)
	assert.False(t, n.Closed())
	require.NoError(t, n.Close(nothing), "it can be tried again")
}

func TestLeaseHoldsTheNodeOpen(t *testing.T) {
	root := lifetime.NewRoot("test", false)
	n := add(t, root, lifetime.Stream, "s", nil)
	require.NoError(t, n.Enter())
	require.ErrorIs(t, n.Close(nothing), errclass.Busy)
	n.Leave()
	require.NoError(t, n.Close(nothing))
}

func TestConcurrentCloseFreesOnce(t *testing.T) {
	root := lifetime.NewRoot("test", false)
	n := add(t, root, lifetime.Stream, "s", nil)
	inside, release := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		assert.NoError(t, n.Close(func() error { close(inside); <-release; return nil }))
	})
	<-inside
	require.ErrorIs(t, n.Close(func() error { t.Error("freed twice"); return nil }), errclass.Busy)
	close(release)
	wg.Wait()
	require.NoError(t, n.Close(nothing))
}

func TestForceGoesInTheOrderOfKinds(t *testing.T) {
	root := lifetime.NewRoot("test", false)
	dev := add(t, root, lifetime.Device, "0", nil)
	var closed []string
	broken := errors.New("broken")
	kinds := lifetime.Kinds()
	slices.Reverse(kinds)
	for _, k := range kinds {
		if k == lifetime.Device || k == lifetime.Runtime {
			continue
		}
		add(t, dev, k, k.String(), func(context.Context, bool) error {
			closed = append(closed, k.String())
			if k == lifetime.Memory {
				return broken
			}
			return nil
		})
	}
	require.ErrorIs(t, dev.ForceBelow(context.Background(), false), broken)
	assert.Equal(t, []string{"model", "kernel binary", "device memory", "host buffer", "pool", "event", "stream"}, closed,
		"what uses others goes first, and one failure does not keep the rest alive")
}

func TestAbandonClosesWhateverLives(t *testing.T) {
	root := lifetime.NewRoot("test", false)
	dev := add(t, root, lifetime.Device, "0", nil)
	s := add(t, dev, lifetime.Stream, "s", nil)
	require.NoError(t, s.Enter())
	s.Abandon()
	s.Leave()
	dev.Abandon()
	assert.True(t, s.Closed())
	assert.True(t, dev.Closed())
	require.NoError(t, root.Close(nothing))
}

func TestStacksAndLost(t *testing.T) {
	for name, stacks := range map[string]bool{"with stacks": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			root := lifetime.NewRoot("test", stacks)
			n := add(t, root, lifetime.Pool, "kv", nil)
			assert.Equal(t, stacks, strings.Contains(n.Stack(), "TestStacksAndLost"))
			assert.True(t, n.MarkLost())
			for i := range root.Live() {
				assert.Equal(t, stacks, strings.HasSuffix(i.Made, "lifetime_test.add"), i.Made)
				assert.Equal(t, lifetime.Info{Kind: lifetime.Pool, Name: "kv", Stack: n.Stack(), Made: i.Made, Lost: true}, i)
			}
			require.NoError(t, n.Close(nothing))
			assert.False(t, n.MarkLost(), "a closed object is no leak")
		})
	}
}

func TestEveryKindHasAName(t *testing.T) {
	for _, k := range lifetime.Kinds() {
		assert.NotEmpty(t, k.String())
	}
}

// A shutdown can come between the registration of an object and the next line of who
// makes it.
func TestCloserFindsItsNode(t *testing.T) {
	dev := add(t, lifetime.NewRoot("test", false), lifetime.Device, "0", nil)
	for range 1000 {
		var s struct{ node *lifetime.Node }
		var wg sync.WaitGroup
		wg.Go(func() {
			assert.NoError(t, dev.Add(&s.node, lifetime.Stream, "s", func(context.Context, bool) error {
				s.node.Abandon()
				return nil
			}))
		})
		require.NoError(t, dev.ForceBelow(context.Background(), true))
		wg.Wait()
		require.NoError(t, dev.ForceBelow(context.Background(), true))
		require.True(t, s.node.Closed())
	}
}
