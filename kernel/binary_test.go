// SPDX-License-Identifier: Apache-2.0

package kernel_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestLoadFromAFileOfAnyPath(t *testing.T) {
	require.NoError(t, register())
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.WriteFile("add.o", sim.KernelFile(addKernel), 0o600))
	for name, path := range map[string]string{"relative": "add.o", "absolute": filepath.Join(dir, "add.o")} {
		t.Run(name, func(t *testing.T) {
			dev := acltest.New(t)
			acltest.RequireSimulated(t, dev)
			b, err := kernel.Load(dev, path)
			require.NoError(t, err)
			assert.Equal(t, "add.o", b.Name())
			assert.Equal(t, addKernel, function(t, b, addKernel).Name())
			require.NoError(t, b.Close())
			require.NoError(t, b.Close(), "closing twice does nothing")
		})
	}
}

func TestLoadRefusesBadInput(t *testing.T) {
	dir := t.TempDir()
	garbage := filepath.Join(dir, "garbage.o")
	require.NoError(t, os.WriteFile(garbage, []byte("no kernel binary at all"), 0o600))
	m := acltest.NewMachine(t, sim.Config{Devices: 2})
	closed, dev := acltest.Open(t, m, 0), acltest.Open(t, m, 1)
	require.NoError(t, closed.Close(context.Background()))
	s := acltest.Stream(t, dev)
	file := func(dev *acl.Device, path string) func() error {
		return func() error { _, err := kernel.Load(dev, path); return err }
	}
	bytes := func(dev *acl.Device, data []byte) func() error {
		return func() error { _, err := kernel.LoadBytes(dev, data); return err }
	}
	tests := map[string]struct {
		call func() error
		want error
		text string
	}{
		"no file":                 {file(dev, filepath.Join(dir, "nowhere.o")), os.ErrNotExist, "nowhere.o"},
		"no file is bad input":    {file(dev, filepath.Join(dir, "nowhere.o")), acl.ErrInvalid, "kernel: load"},
		"a file of garbage":       {file(dev, garbage), acl.ErrInvalid, "garbage.o"},
		"no data":                 {bytes(dev, nil), acl.ErrInvalid, "kernel: load binary of 0 bytes: no data"},
		"garbage":                 {bytes(dev, []byte("garbage")), acl.ErrInvalid, "kernel: load binary of 7 bytes: acl: aclrtBinaryLoadFromData"},
		"no device":               {bytes(nil, []byte("x")), acl.ErrInvalid, "no device"},
		"file of no device":       {file(nil, garbage), acl.ErrInvalid, "no device"},
		"a closed device":         {bytes(closed, []byte("x")), acl.ErrClosed, `device 0`},
		"file of a closed device": {file(closed, garbage), acl.ErrClosed, `device 0`},
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
}

func TestUnknownFunction(t *testing.T) {
	dev := acltest.New(t)
	s, b := acltest.Stream(t, dev), load(t, dev)
	before := testkit.StreamState(t, s)
	for name, text := range map[string]string{"mul_custom": "acl: aclrtBinaryGetFunction: ACL_ERROR_", "": "no name"} {
		_, err := b.Function(name)
		require.ErrorIs(t, err, acl.ErrInvalid)
		assert.ErrorContains(t, err, `kernel: function "`+name+`" of "`+b.Name()+`": `+text)
	}
	assert.Equal(t, before, testkit.StreamState(t, s))
}

func TestCloseRefusesWhileALaunchIsPending(t *testing.T) {
	dev := acltest.New(t)
	s, b := acltest.Stream(t, dev), load(t, dev)
	f, x := function(t, b, addKernel), testkit.Malloc(t, dev, 64)
	gate := acltest.Hold(t, s)
	require.NoError(t, f.Launch(s, 1, kernel.Args(kernel.View(x), kernel.View(x), kernel.View(x), kernel.Uint32(16))))

	before := testkit.StreamState(t, s)
	err := b.Close()
	require.ErrorIs(t, err, acl.ErrBusy)
	assert.ErrorContains(t, err, `kernel: close "`+b.Name()+`": work on stream "`+s.Name()+`"`)
	assert.Equal(t, before, testkit.StreamState(t, s))
	again := function(t, b, addKernel)
	require.NoError(t, again.Launch(s, 1, kernel.Args(kernel.View(x), kernel.View(x), kernel.View(x), kernel.Uint32(16))),
		"the binary stays usable")

	gate.Release()
	require.NoError(t, s.WaitIdle(context.Background()))
	require.NoError(t, b.Close())
}

func TestCloseAfterTheStreamIsGone(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	b := load(t, dev)
	s, err := stream.New(dev, stream.Config{StopOnFailure: true})
	require.NoError(t, err)
	require.NoError(t, function(t, b, faultKernel).Launch(s, 1, kernel.ArgList{}))
	require.ErrorIs(t, s.WaitIdle(ctx), acl.ErrDevice)
	err = b.Close()
	assert.ErrorContains(t, err, "the stream has failed, so close it first", "a synchronize would not help")
	require.ErrorIs(t, err, acl.ErrBusy, "it is unknown how far the failed stream got")
	require.ErrorIs(t, s.Close(ctx), acl.ErrDevice)
	require.NoError(t, b.Close())
}

func TestUseAfterClose(t *testing.T) {
	dev := acltest.New(t)
	s, b := acltest.Stream(t, dev), load(t, dev)
	f := function(t, b, addKernel)
	require.NoError(t, b.Close())
	v := testkit.Malloc(t, dev, 64)
	before := testkit.StreamState(t, s)
	calls := map[string]func() error{
		"Function":             func() error { _, err := b.Function(addKernel); return err },
		"Launch":               func() error { return f.Launch(s, 1, kernel.ArgList{}) },
		"LaunchWithDeviceArgs": func() error { return f.LaunchWithDeviceArgs(s, 1, v) },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			err := call()
			require.ErrorIs(t, err, acl.ErrClosed)
			assert.ErrorContains(t, err, `kernel binary "`+b.Name()+`"`)
			assert.Equal(t, before, testkit.StreamState(t, s))
		})
	}
}

func TestDeviceWithABinaryRefusesToClose(t *testing.T) {
	dev := acltest.New(t)
	b := load(t, dev)
	err := dev.Close(context.Background())
	require.ErrorIs(t, err, acl.ErrBusy)
	assert.ErrorContains(t, err, `kernel binary "`+b.Name()+`"`)
}

func TestForcedShutdownClosesBinaries(t *testing.T) {
	m := acltest.NewMachine(t, sim.Config{})
	b := load(t, acltest.Open(t, m, 0))
	require.NoError(t, m.CloseForce(context.Background()))
	_, err := b.Function(addKernel)
	require.ErrorIs(t, err, acl.ErrClosed)
}

func TestCloseCanBeTriedAgain(t *testing.T) {
	dev := acltest.New(t)
	b := load(t, dev)
	acltest.Fail(t, dev, sim.NthCall(1, "aclrtBinaryUnLoad", codes.RTInternalError))
	err := b.Close()
	var e *acl.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "aclrtBinaryUnLoad", e.Op)
	require.NoError(t, b.Close())
}
