// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// A kernel that touches freed memory fails with a text that says what was there, and who
// freed it where.
func TestFaultOnFreedMemory(t *testing.T) {
	ctx := context.Background()
	tests := map[string]struct {
		behaviour sim.Behaviour
		free      func(t *testing.T, dev *acl.Device, s, other *stream.Stream) acl.DevicePtr
		want      string
	}{
		"on the stream that allocated": {sim.Documented, func(t *testing.T, dev *acl.Device, s, _ *stream.Stream) acl.DevicePtr {
			p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 8 * mib})
			b := malloc(t, p, s, 3*mib)
			free(t, p, s, b)
			return b.Ptr()
		}, `the block of 4194304 bytes at 0x[0-9a-f]+ of pool "kv" was freed on stream "copy" of device 0, at .*_test.go:\d+ `},
		"in a batch, and trimmed": {sim.Documented, func(t *testing.T, dev *acl.Device, s, _ *stream.Stream) acl.DevicePtr {
			p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 8 * mib})
			blocks := make([]mempool.Block, 2)
			require.NoError(t, p.MallocAsyncN(s, blocks, []uint64{1, 1}))
			require.NoError(t, p.FreeAsyncN(s, blocks))
			_, err := p.TrimSync(ctx, 0)
			require.NoError(t, err)
			return blocks[1].Ptr()
		}, `of pool "kv" was freed on stream "copy" of device 0, at .*_test.go:\d+ .*, and a trim has returned its memory since`},
		"after the work of another stream": {sim.CANNDev, func(t *testing.T, dev *acl.Device, s, other *stream.Stream) acl.DevicePtr {
			p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 8 * mib})
			b := malloc(t, p, s, 1)
			require.NoError(t, p.FreeAfter(other, b, s))
			synchronize(t, s, other)
			_, err := p.TrimSync(ctx, 0)
			require.NoError(t, err)
			return b.Ptr()
		}, `of pool "kv" was freed on stream "other" of device 0, at .*_test.go:\d+ `},
		"plain memory": {sim.Documented, func(t *testing.T, dev *acl.Device, _, _ *stream.Stream) acl.DevicePtr {
			m, err := dev.Malloc(100)
			require.NoError(t, err)
			require.NoError(t, m.Close())
			return m.Ptr()
		}, `the block of \d+ bytes at 0x[0-9a-f]+ of plain device memory was freed, at .*_test.go:\d+ `},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			m := acltest.NewMachine(t, sim.Config{Behaviour: tt.behaviour})
			acltest.RequireGoMachine(t)
			dev := acltest.Open(t, m, 0)
			acltest.AllowHazards(t, dev, hazard.UseAfterFree)
			read := acltest.Kernel(t, dev, func(c *sim.Call) error {
				_, err := sim.Slice[byte](c, c.Args().Ptr(), 1)
				return err
			})
			s, other := namedStream(t, dev, "copy"), namedStream(t, dev, "other")
			at := tt.free(t, dev, s, other)
			reader, err := stream.New(dev, stream.Config{Name: "reader"})
			require.NoError(t, err)
			defer func() { _ = reader.Close(ctx) }() // it reports the failure once more
			require.NoError(t, read.Launch(reader, 1, kernel.Args(kernel.Ptr(at))))
			err = reader.Synchronize(ctx)
			require.Error(t, err)
			assert.Regexp(t, tt.want, err.Error())
			assert.Contains(t, err.Error(), `stream "reader" of device 0`)
		})
	}
}

func namedStream(t *testing.T, dev *acl.Device, name string) *stream.Stream {
	t.Helper()
	s, err := stream.New(dev, stream.Config{Name: name})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close(context.Background())) })
	return s
}
