// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
)

func onLibrary(dev *acl.Device) bool { return dev.Backend() == os.Getenv("ACLPOOL_LIBRARY") }

func TestRun(t *testing.T) {
	dev := acltest.New(t)
	var out bytes.Buffer
	err := run(context.Background(), dev, &out)
	if !onLibrary(dev) {
		require.ErrorIs(t, err, acl.ErrNotSupported)
		return
	}
	require.NoError(t, err)
	assert.Contains(t, out.String(), "the C function has filled 1048576 bytes")
}

// A call that fails is counted too, and the memory goes back in the order of the stream.
func TestForeignCallThatFails(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	s, pool := acltest.Stream(t, dev), acltest.Pool(t, dev, mempool.Config{MaxSize: 64 << 20})
	b, err := pool.MallocAsync(s, 1<<20)
	require.NoError(t, err)
	err = s.Enqueue(func(handle uintptr) error {
		if err := fill(dev.Backend(), handle, b.Ptr(), 7, b.Size()); err != nil {
			return err
		}
		return fill(dev.Backend(), handle, 1, 7, 1<<20) // no memory
	})
	require.Error(t, err)
	if onLibrary(dev) {
		require.NotErrorIs(t, err, acl.ErrNotSupported)
		var code acl.Code
		require.ErrorAs(t, err, &code)
	}
	require.NoError(t, pool.FreeAsync(s, b))
	require.NoError(t, s.Synchronize(ctx))
	stats, err := pool.Stats()
	require.NoError(t, err)
	assert.Zero(t, stats.Used)
}
