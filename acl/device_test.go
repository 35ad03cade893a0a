// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/sim"
)

const miB = 1 << 20

// machine makes a machine of two small devices.
func machine(t *testing.T) *acltest.Machine {
	t.Helper()
	return acltest.NewMachine(t, sim.Config{Devices: 2, Memory: 64 * miB})
}

func open(t *testing.T, m *acltest.Machine, id int) *acl.Device {
	t.Helper()
	dev, err := m.Open(id)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, dev.Close(context.Background())) })
	return dev
}

func TestOpenRefusesANumberOutOfRange(t *testing.T) {
	m := machine(t)
	for _, id := range []int{-1, 2, math.MaxInt} {
		_, err := m.Open(id)
		require.ErrorIs(t, err, acl.ErrInvalid)
		assert.ErrorContains(t, err, "sees: 2,")
	}
}

func TestDevicesOfOneNumberShareTheContext(t *testing.T) {
	ctx, m := context.Background(), machine(t)
	a, b := open(t, m, 0), open(t, m, 0)
	require.NoError(t, a.Close(ctx))
	mem, err := b.Malloc(1024)
	require.NoError(t, err, "the first Close must not take the context from under the second device")
	require.NoError(t, mem.Close())
}

func TestUseAfterClose(t *testing.T) {
	ctx := context.Background()
	dev := open(t, machine(t), 0)
	mem, err := dev.Malloc(64)
	require.NoError(t, err)
	view := mem.View()
	require.NoError(t, mem.Close())
	require.NoError(t, dev.Close(ctx))

	calls := map[string]func() error{
		"Malloc":        func() error { _, err := dev.Malloc(64); return err },
		"MemInfo":       func() error { _, err := dev.MemInfo(); return err },
		"Synchronize":   func() error { return dev.Synchronize(ctx) },
		"NewHostBuffer": func() error { _, err := acl.NewHostBuffer[byte](dev, 64); return err },
		"CopyToDevice":  func() error { return acl.CopySliceToDevice(ctx, view, make([]byte, 64)) },
		"CopyToHost":    func() error { return acl.CopySliceToHost(ctx, make([]byte, 64), view) },
		"Copy":          func() error { return acl.Copy(ctx, view, view) },
		"Fill":          func() error { return acl.Fill(ctx, view, 1) },
		"Supports":      func() error { return dev.Supports(ctx, acl.FeaturePools) },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) { require.ErrorIs(t, call(), acl.ErrClosed) })
	}
	require.NoError(t, dev.Close(ctx), "closing twice does nothing")
	require.NoError(t, mem.Close(), "freeing twice does nothing")
}

func TestCloseRefusesWhileSomethingLives(t *testing.T) {
	ctx := context.Background()
	dev := open(t, machine(t), 0)
	mem, err := dev.Malloc(64)
	require.NoError(t, err)
	host, err := acl.NewHostBuffer[uint16](dev, 32)
	require.NoError(t, err)

	err = dev.Close(ctx)
	require.ErrorIs(t, err, acl.ErrBusy)
	assert.ErrorContains(t, err, "device memory")
	assert.ErrorContains(t, err, "host buffer")
	var kinds []string
	for o := range dev.Objects() {
		kinds = append(kinds, o.Kind)
	}
	assert.Equal(t, []string{"device memory", "host buffer"}, kinds)

	require.NoError(t, acl.Fill(ctx, mem.View(), 7), "a refused Close leaves everything usable")
	require.NoError(t, mem.Close())
	require.NoError(t, host.Close())
	require.NoError(t, dev.Close(ctx))
}

func TestEndedContextMakesNoCall(t *testing.T) {
	dev := open(t, machine(t), 0)
	mem, err := dev.Malloc(8)
	require.NoError(t, err)
	require.NoError(t, acl.CopySliceToDevice(context.Background(), mem.View(), []byte("untouched"[:8])))
	ended, cancel := context.WithCancel(context.Background())
	cancel()

	require.ErrorIs(t, dev.Synchronize(ended), context.Canceled)
	require.ErrorIs(t, dev.Close(ended), context.Canceled)
	require.ErrorIs(t, acl.Fill(ended, mem.View(), 1), context.Canceled)
	require.ErrorIs(t, acl.CopySliceToDevice(ended, mem.View(), make([]byte, 8)), context.Canceled)
	got := make([]byte, 8)
	require.ErrorIs(t, acl.CopySliceToHost(ended, got, mem.View()), context.Canceled)
	assert.Equal(t, make([]byte, 8), got)
	require.NoError(t, acl.CopySliceToHost(context.Background(), got, mem.View()))
	assert.Equal(t, "untouche", string(got))
	require.NoError(t, mem.Close())
}

func TestMallocBadSizes(t *testing.T) {
	dev := open(t, machine(t), 0)
	tests := map[string]struct {
		size uint64
		want error
		text string
	}{
		"nothing":              {0, acl.ErrInvalid, "at least 1"},
		"more than there is":   {65 * miB, acl.ErrOutOfMemory, "of 67108864 bytes free"},
		"near the end of 2^64": {^uint64(0), acl.ErrInvalid, "18446744073709551615 bytes"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			before, err := dev.MemInfo()
			require.NoError(t, err)
			_, err = dev.Malloc(tt.size)
			require.ErrorIs(t, err, tt.want)
			require.ErrorContains(t, err, tt.text)
			after, err := dev.MemInfo()
			require.NoError(t, err)
			assert.Equal(t, before, after, "a refused request changes nothing")
		})
	}
}

func TestSupports(t *testing.T) {
	ctx := context.Background()
	for name, tt := range map[string]struct {
		cfg  sim.Config
		f    acl.Feature
		text string // empty: supported
	}{
		"a product with pools":        {sim.Config{Product: sim.A2}, acl.FeaturePools, ""},
		"a product without":           {sim.Config{Product: sim.A3}, acl.FeaturePools, "acl: memory pools on device 0: this product or driver has no stream-ordered pools; allocate with acl.Device.Malloc: acl: aclrtMemPoolCreate: "},
		"pools that cannot allocate":  {sim.Config{Behaviour: sim.CANN90}, acl.FeaturePools, "the loaded library does not have aclrtMemPoolMallocAsync: install a CANN release"},
		"arguments in host memory":    {sim.Config{}, acl.FeatureHostArgs, ""},
		"kernels":                     {sim.Config{Product: sim.A3}, acl.FeatureKernels, ""},
		"something that nobody knows": {sim.Config{}, acl.Feature(99), "acl: Feature(99) on device 0: no such feature is known"},
	} {
		t.Run(name, func(t *testing.T) {
			h, err := sim.New(tt.cfg)
			require.NoError(t, err)
			dev, err := h.Open(0)
			require.NoError(t, err)
			for range 2 { // the second result is the kept one
				err = dev.Supports(ctx, tt.f)
				if tt.text == "" {
					require.NoError(t, err)
					continue
				}
				require.ErrorIs(t, err, acl.ErrNotSupported)
				assert.ErrorContains(t, err, tt.text)
			}
			require.NoError(t, dev.Close(ctx), "a probe leaves nothing behind")
			require.NoError(t, h.Close(ctx))
		})
	}
}

func TestSupportsThatCannotBeFoundOut(t *testing.T) {
	dev, err := sim.Open(sim.A2)
	require.NoError(t, err)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	err = dev.Supports(ended, acl.FeaturePools)
	require.ErrorIs(t, err, context.Canceled)
	require.NotErrorIs(t, err, acl.ErrNotSupported)
	require.NoError(t, dev.Supports(context.Background(), acl.FeaturePools), "an ended context is not kept as a result")
	require.NoError(t, dev.Close(context.Background()))
}
