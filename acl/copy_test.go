// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
)

func malloc(t *testing.T, dev *acl.Device, size uint64) acl.View {
	t.Helper()
	mem, err := dev.Malloc(size)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, mem.Close()) })
	return mem.View()
}

func TestCopiesRoundTrip(t *testing.T) {
	ctx := context.Background()
	dev := open(t, machine(t), 0)
	a, b := malloc(t, dev, 16), malloc(t, dev, 16)
	want := []float32{1, 2, 3, 4}
	require.NoError(t, acl.CopySliceToDevice(ctx, a, want))
	require.NoError(t, acl.Copy(ctx, b, a))
	got := make([]float32, 4)
	require.NoError(t, acl.CopySliceToHost(ctx, got, b))
	assert.Equal(t, want, got)

	part, err := b.Slice(4, 8)
	require.NoError(t, err)
	require.NoError(t, acl.Fill(ctx, part, 0))
	require.NoError(t, acl.CopySliceToHost(ctx, got, b))
	assert.Equal(t, []float32{1, 0, 0, 4}, got, "only the view is touched")
	require.NoError(t, acl.CopySliceToHost(ctx, got[:1], part))
	assert.Equal(t, []float32{0, 0, 0, 4}, got)
}

func TestCopyOfNothing(t *testing.T) {
	ctx := context.Background()
	dev := open(t, machine(t), 0)
	v := malloc(t, dev, 16)
	require.NoError(t, acl.CopySliceToDevice[byte](ctx, v, nil))
	require.NoError(t, acl.CopySliceToHost(ctx, []byte{}, v))
}

func TestCopyBadInput(t *testing.T) {
	ctx := context.Background()
	m := machine(t)
	dev, other := open(t, m, 0), open(t, m, 1)
	v, w, far := malloc(t, dev, 16), malloc(t, dev, 32), malloc(t, other, 16)
	require.NoError(t, acl.Fill(ctx, v, 9))
	tests := map[string]struct {
		call func() error
		text string
	}{
		"slice longer than the view":      {func() error { return acl.CopySliceToDevice(ctx, v, make([]int32, 5)) }, "20 bytes do not fit into a view of 16 bytes"},
		"longer slice to fill":            {func() error { return acl.CopySliceToHost(ctx, make([]int32, 5), v) }, "20 bytes do not fit into a view of 16 bytes"},
		"view longer than the other":      {func() error { return acl.Copy(ctx, v, w) }, "32 bytes do not fit into a view of 16 bytes"},
		"elements with pointers":          {func() error { return acl.CopySliceToDevice(ctx, v, []*int{nil}) }, "pointer"},
		"elements of no fixed size":       {func() error { return acl.CopySliceToHost(ctx, []int{0}, v) }, "int"},
		"the zero view as destination":    {func() error { return acl.CopySliceToDevice(ctx, acl.View{}, []byte{1}) }, "zero View"},
		"the zero view as source":         {func() error { return acl.Copy(ctx, v, acl.View{}) }, "zero View"},
		"filling the zero view":           {func() error { return acl.Fill(ctx, acl.View{}, 0) }, "zero View"},
		"two devices without peer access": {func() error { return acl.Copy(ctx, v, far) }, "peer"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := tt.call()
			require.ErrorIs(t, err, acl.ErrInvalid)
			require.ErrorContains(t, err, tt.text)
			got := make([]byte, 16)
			require.NoError(t, acl.CopySliceToHost(ctx, got, v))
			assert.Equal(t, []byte{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}, got)
		})
	}
}

func TestSliceOfAView(t *testing.T) {
	dev := open(t, machine(t), 0)
	v := malloc(t, dev, 16)
	host, err := acl.NewHostBuffer[byte](dev, 16)
	require.NoError(t, err)
	defer func() { require.NoError(t, host.Close()) }()
	tests := map[string]struct {
		off, n uint64
		ok     bool
	}{
		"all":                 {0, 16, true},
		"nothing at the end":  {16, 0, true},
		"one past the end":    {16, 1, false},
		"offset past the end": {17, 0, false},
		"sum wraps around":    {8, ^uint64(0) - 4, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dv, err := v.Slice(tt.off, tt.n)
			hv, herr := host.View().Slice(tt.off, tt.n)
			if !tt.ok {
				require.ErrorIs(t, err, acl.ErrInvalid)
				require.ErrorIs(t, herr, acl.ErrInvalid)
				return
			}
			require.NoError(t, err)
			require.NoError(t, herr)
			assert.Equal(t, v.Ptr()+acl.DevicePtr(tt.off), dv.Ptr())
			assert.Equal(t, tt.n, dv.Size())
			assert.Equal(t, tt.n, hv.Size())
		})
	}
}

func TestPeerCopies(t *testing.T) {
	ctx := context.Background()
	m := machine(t)
	a, b := open(t, m, 0), open(t, m, 1)
	require.ErrorIs(t, a.EnablePeerAccess(a), acl.ErrInvalid)
	require.NoError(t, a.EnablePeerAccess(b))
	src, dst := malloc(t, b, 4), malloc(t, a, 4)
	require.NoError(t, acl.Fill(ctx, src, 3))
	require.NoError(t, acl.Copy(ctx, dst, src))
	got := make([]byte, 4)
	require.NoError(t, acl.CopySliceToHost(ctx, got, dst))
	assert.Equal(t, []byte{3, 3, 3, 3}, got)
}

func TestHostBufferBadInput(t *testing.T) {
	dev := open(t, machine(t), 0)
	tests := map[string]struct {
		make func() error
		text string
	}{
		"no elements":           {func() error { _, err := acl.NewHostBuffer[byte](dev, 0); return err }, "0 elements"},
		"fewer than none":       {func() error { _, err := acl.NewHostBuffer[byte](dev, -1); return err }, "-1 elements"},
		"a size beyond 64 bits": {func() error { _, err := acl.NewHostBuffer[[1 << 20]byte](dev, math.MaxInt); return err }, "64 bits"},
		"strings":               {func() error { _, err := acl.NewHostBuffer[string](dev, 1); return err }, "string"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := tt.make()
			require.ErrorIs(t, err, acl.ErrInvalid)
			require.ErrorContains(t, err, tt.text)
			for o := range dev.Objects() {
				t.Errorf("left behind: %v", o)
			}
		})
	}
}

// Touching unmapped memory ends the process, so a closed buffer has no elements.
func TestHostBufferSliceAfterClose(t *testing.T) {
	m := machine(t)
	dev := open(t, m, 0)
	closed, err := acl.NewHostBuffer[byte](dev, 64)
	require.NoError(t, err)
	assert.Len(t, closed.Slice(), 64)
	require.NoError(t, closed.Close())
	assert.Nil(t, closed.Slice())
	assert.Equal(t, 64, closed.Len())

	lost, err := acl.NewHostBuffer[byte](dev, 64)
	require.NoError(t, err)
	require.NoError(t, m.CloseForce(t.Context()))
	assert.Nil(t, lost.Slice(), "a forced shutdown closes it")
}
