// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/stream"
)

// The opens of one device share its context, and ACL waits for all of that.
func TestSynchronizeGivesUpOnWorkOfAnotherOpen(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		m := machine(t)
		a, b := open(t, m, 0), open(t, m, 0)
		s, err := stream.New(b, stream.Config{})
		require.NoError(t, err)
		gate := acltest.Hold(t, s)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		require.ErrorIs(t, a.Synchronize(ctx), acl.ErrTimeout)
		gate.Release()
		require.NoError(t, a.Synchronize(context.Background()))
		assert.True(t, (*opaque.Stream)(s).Inner().Done((*opaque.Stream)(s).Inner().Enqueued()), "what has been learnt is noted")
		require.NoError(t, s.Close(context.Background()))
	})
}

func TestCopyRefusesDevicesOfTwoMachines(t *testing.T) {
	ctx := context.Background()
	acltest.RequireGoMachine(t)
	a, b := malloc(t, open(t, machine(t), 0), 4), malloc(t, open(t, machine(t), 0), 4)
	require.NoError(t, acl.Fill(ctx, a, 1))
	require.NoError(t, acl.Fill(ctx, b, 2))
	require.Equal(t, a.Ptr(), b.Ptr(), "the same address means memory of either")
	err := acl.Copy(ctx, a, b)
	require.ErrorIs(t, err, acl.ErrInvalid)
	assert.ErrorContains(t, err, "two devices of one runtime")
	got := make([]byte, 4)
	require.NoError(t, acl.CopySliceToHost(ctx, got, a))
	assert.Equal(t, []byte{1, 1, 1, 1}, got, "nothing was copied")
}
