// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/stream"
)

// foreignContext makes a context as other code of the process would.
func foreignContext(t *testing.T, l *library) driver.Context {
	t.Helper()
	require.True(t, l.Machine.Init("").OK())
	ac, st := l.CreateContext(0)
	require.True(t, st.OK())
	return ac
}

func TestAdoptedDevice(t *testing.T) {
	ctx, l := context.Background(), useLibrary(t)
	ac := foreignContext(t, l)
	dev, err := acl.Adopt(uintptr(ac))
	require.NoError(t, err)
	assert.Equal(t, uintptr(ac), dev.Context())
	assert.Equal(t, 0, dev.ID())
	own, err := acl.Open(0)
	require.NoError(t, err)
	assert.NotEqual(t, own.Context(), dev.Context())

	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	mem, err := dev.Malloc(64)
	require.NoError(t, err)
	require.NoError(t, s.Fill(mem.View(), 7))
	require.ErrorIs(t, dev.Close(ctx), acl.ErrBusy)
	require.NoError(t, dev.Synchronize(ctx))
	require.NoError(t, s.Close(ctx))
	require.NoError(t, mem.Close())
	require.NoError(t, dev.Close(ctx))
	require.NoError(t, dev.Close(ctx))
	require.NoError(t, own.Close(ctx))
	_, st := l.DeviceOf(ac)
	assert.True(t, st.OK(), "the context is still there")
	require.True(t, l.DestroyContext(ac).OK())
}

// A synchronize of one context says nothing of the streams of another.
func TestSynchronizeOfOneContextLearnsNothingOfAnother(t *testing.T) {
	ctx, l := context.Background(), useLibrary(t)
	dev, err := acl.Adopt(uintptr(foreignContext(t, l)))
	require.NoError(t, err)
	own, err := acl.Open(0)
	require.NoError(t, err)
	theirs, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	gate := acltest.Hold(t, theirs)
	require.NoError(t, own.Synchronize(ctx))
	limited, cancel := context.WithTimeout(ctx, 1<<30)
	defer cancel()
	require.NoError(t, own.Synchronize(limited))
	done, err := theirs.Query()
	require.NoError(t, err)
	assert.False(t, done)
	gate.Release()
	require.NoError(t, theirs.Close(ctx))
}

func TestShutdownForceLeavesAnAdoptedContext(t *testing.T) {
	ctx, l := context.Background(), useLibrary(t)
	dev, err := acl.Adopt(uintptr(foreignContext(t, l)))
	require.NoError(t, err)
	everything(t, dev)
	require.NoError(t, acl.ShutdownForce(ctx))
	assert.Zero(t, l.resets)
	_, err = dev.Malloc(1)
	require.ErrorIs(t, err, acl.ErrClosed)
}

func TestAdoptRefuses(t *testing.T) {
	_, err := acl.Adopt(0)
	require.ErrorIs(t, err, acl.ErrInvalid)
	useLibrary(t)
	_, err = acl.Adopt(0x1234)
	require.ErrorIs(t, err, codes.RTContextNull)
	assert.ErrorContains(t, err, "acl: adopt context 0x1234")
}
