// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestCopiesInOrder(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	s := acltest.Stream(t, dev)
	in, out := testkit.HostBuffer[uint32](t, dev, 4), testkit.HostBuffer[uint32](t, dev, 4)
	x, y := testkit.Malloc(t, dev, 16), testkit.Malloc(t, dev, 16)
	copy(in.Slice(), []uint32{1, 2, 3, 4})
	require.NoError(t, s.Fill(y, 0xff))
	require.NoError(t, s.CopyToDevice(x, in.View()))
	half, err := x.Slice(4, 8)
	require.NoError(t, err)
	require.NoError(t, s.Copy(y, half))
	require.NoError(t, s.CopyToHost(out.View(), y))
	require.NoError(t, s.Synchronize(ctx))
	assert.Equal(t, []uint32{2, 3, 0xffffffff, 0xffffffff}, out.Slice())
}

func TestBufferRefusesToCloseUnderACopy(t *testing.T) {
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	b, err := acl.NewHostBuffer[byte](dev, 64)
	require.NoError(t, err)
	gate := acltest.Hold(t, s)
	require.NoError(t, s.CopyToDevice(testkit.Malloc(t, dev, 64), b.View()))
	err = b.Close()
	require.ErrorIs(t, err, acl.ErrBusy)
	assert.ErrorContains(t, err, s.Name())
	gate.Release()
	require.NoError(t, s.WaitIdle(context.Background()))
	require.NoError(t, b.Close())
}

func TestCopiesThatAreRefused(t *testing.T) {
	ctx := context.Background()
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, sim.Config{Devices: 2})
	dev, other := acltest.Open(t, m, 0), acltest.Open(t, m, 1)
	s := testkit.NewStream(t, dev, "copy")
	v, small, far := testkit.Malloc(t, dev, 64), testkit.Malloc(t, dev, 63), testkit.Malloc(t, other, 64)
	h, hsmall, hfar := testkit.HostBuffer[byte](t, dev, 64).View(), testkit.HostBuffer[byte](t, dev, 63).View(), testkit.HostBuffer[byte](t, other, 64).View()
	gone, err := acl.NewHostBuffer[byte](dev, 64)
	require.NoError(t, err)
	require.NoError(t, gone.Close())
	again, err := m.Open(0)
	require.NoError(t, err)
	stale := again.View(v.Ptr(), 64)
	require.NoError(t, again.Close(ctx))
	b, bsmall := make([]byte, 64), make([]byte, 63)

	const (
		room    = "64 bytes do not fit into 63 bytes"
		foreign = "the stream is of device 0 (simulated Ascend910B3, 2 devices of 65536 MiB), the device memory of device 1 (simulated Ascend910B3, 2 devices of 65536 MiB)"
		farHost = "the stream is of device 0 (simulated Ascend910B3, 2 devices of 65536 MiB), the host memory of device 1 (simulated Ascend910B3, 2 devices of 65536 MiB)"
		zero    = "the zero View has no memory"
		noHost  = "the zero HostView has no memory"
	)
	tests := map[string]struct {
		call func() error
		want error
		text string
	}{
		"to device: no room":           {func() error { return s.CopyToDevice(small, h) }, acl.ErrInvalid, room},
		"to device: another device":    {func() error { return s.CopyToDevice(far, h) }, acl.ErrInvalid, foreign},
		"to device: host of another":   {func() error { return s.CopyToDevice(v, hfar) }, acl.ErrInvalid, farHost},
		"to device: zero view":         {func() error { return s.CopyToDevice(acl.View{}, h) }, acl.ErrInvalid, zero},
		"to device: zero host view":    {func() error { return s.CopyToDevice(v, acl.HostView{}) }, acl.ErrInvalid, noHost},
		"to device: closed buffer":     {func() error { return s.CopyToDevice(v, gone.View()) }, acl.ErrClosed, "host buffer"},
		"to device: closed device":     {func() error { return s.CopyToDevice(stale, h) }, acl.ErrClosed, `device 0`},
		"to host: no room":             {func() error { return s.CopyToHost(hsmall, v) }, acl.ErrInvalid, room},
		"to host: another device":      {func() error { return s.CopyToHost(h, far) }, acl.ErrInvalid, foreign},
		"to host: zero view":           {func() error { return s.CopyToHost(h, acl.View{}) }, acl.ErrInvalid, zero},
		"to host: zero host view":      {func() error { return s.CopyToHost(acl.HostView{}, v) }, acl.ErrInvalid, noHost},
		"to host: closed buffer":       {func() error { return s.CopyToHost(gone.View(), v) }, acl.ErrClosed, "host buffer"},
		"copy: no room":                {func() error { return s.Copy(small, v) }, acl.ErrInvalid, room},
		"copy: to another device":      {func() error { return s.Copy(far, v) }, acl.ErrInvalid, foreign},
		"copy: from another device":    {func() error { return s.Copy(v, far) }, acl.ErrInvalid, foreign},
		"copy: to zero view":           {func() error { return s.Copy(acl.View{}, v) }, acl.ErrInvalid, zero},
		"copy: from zero view":         {func() error { return s.Copy(v, acl.View{}) }, acl.ErrInvalid, zero},
		"fill: another device":         {func() error { return s.Fill(far, 1) }, acl.ErrInvalid, foreign},
		"fill: zero view":              {func() error { return s.Fill(acl.View{}, 1) }, acl.ErrInvalid, zero},
		"slice in: no room":            {func() error { return stream.CopySliceToDevice(ctx, s, small, b) }, acl.ErrInvalid, room},
		"slice in: another device":     {func() error { return stream.CopySliceToDevice(ctx, s, far, b) }, acl.ErrInvalid, foreign},
		"slice in: zero view":          {func() error { return stream.CopySliceToDevice(ctx, s, acl.View{}, b) }, acl.ErrInvalid, zero},
		"slice in: pointers":           {func() error { return stream.CopySliceToDevice(ctx, s, v, []*int{nil}) }, acl.ErrInvalid, "*int"},
		"slice out: longer than there": {func() error { return stream.CopySliceToHost(ctx, s, b, small) }, acl.ErrInvalid, room},
		"slice out: another device":    {func() error { return stream.CopySliceToHost(ctx, s, bsmall, far) }, acl.ErrInvalid, foreign},
		"slice out: zero view":         {func() error { return stream.CopySliceToHost(ctx, s, b, acl.View{}) }, acl.ErrInvalid, zero},
		"slice out: strings":           {func() error { return stream.CopySliceToHost(ctx, s, []string{""}, v) }, acl.ErrInvalid, "string"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			before := testkit.StreamState(t, s)
			err := tt.call()
			require.ErrorIs(t, err, tt.want)
			assert.ErrorContains(t, err, tt.text)
			assert.Equal(t, before, testkit.StreamState(t, s))
		})
	}
	require.NoError(t, s.Close(ctx))
}

func TestNothingIsNothing(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	s := acltest.Stream(t, dev)
	v, err := testkit.Malloc(t, dev, 64).Slice(64, 0)
	require.NoError(t, err)
	h, err := testkit.HostBuffer[byte](t, dev, 64).View().Slice(64, 0)
	require.NoError(t, err)
	before := testkit.StreamState(t, s)
	require.NoError(t, s.CopyToDevice(v, h))
	require.NoError(t, s.CopyToHost(h, v))
	require.NoError(t, s.Copy(v, v))
	require.NoError(t, s.Fill(v, 1))
	require.NoError(t, stream.CopySliceToDevice(ctx, s, v, []byte(nil)))
	require.NoError(t, stream.CopySliceToHost(ctx, s, []byte{}, v))
	assert.Equal(t, before, testkit.StreamState(t, s), "nothing is enqueued")
}

func TestRefusedCopyLeavesTheBufferFree(t *testing.T) {
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	b, err := acl.NewHostBuffer[byte](dev, 64)
	require.NoError(t, err)
	v := testkit.Malloc(t, dev, 64)
	acltest.Fail(t, dev, sim.NthCall(1, "aclrtMemcpyAsync", codes.RTStreamTaskFull))
	require.ErrorIs(t, s.CopyToDevice(v, b.View()), codes.RTStreamTaskFull)
	acltest.Hold(t, s) // more work, unknown to the buffer
	require.NoError(t, b.Close())
}
