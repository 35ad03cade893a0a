// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// B33: a goroutine on an OS thread of its own needs nothing but the objects.
func TestFreshThread(t *testing.T) {
	ctx := context.Background()
	dev := acltest.New(t)
	needsPools(t, dev)
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 8 << 20})
	a, err := p.MallocAsync(s, 2<<20)
	require.NoError(t, err)
	e, err := event.New(dev, event.Config{})
	require.NoError(t, err)
	onFreshThread(func() {
		h, err := acl.NewHostBuffer[byte](dev, 1<<20)
		if assert.NoError(t, err) {
			assert.NoError(t, s.CopyToDevice(a.View(), h.View()))
			assert.NoError(t, s.Record(e))
			assert.NoError(t, s.Synchronize(ctx))
			assert.NoError(t, h.Close())
		}
	})
	require.NoError(t, e.Close())
	require.NoError(t, p.FreeAsync(s, a))
}

// needsPools skips a test on a library or product without pools.
func needsPools(t *testing.T, dev *acl.Device) {
	t.Helper()
	if err := dev.Supports(t.Context(), acl.FeaturePools); err != nil {
		t.Skip(err)
	}
}

// onFreshThread runs f on an OS thread that has done nothing before and ends after it.
func onFreshThread(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked, so the thread ends with the goroutine
		f()
	}()
	<-done
}

// B63: a number that the process does not see is refused, with what it sees.
func TestDeviceNumbers(t *testing.T) {
	m := acltest.NewMachine(t, sim.Config{Devices: 3})
	for _, id := range []int{3, 5, -1} {
		_, err := m.Open(id)
		require.ErrorIs(t, err, acl.ErrInvalid)
		assert.ErrorContains(t, err, "numbered from 0")
	}
	acltest.Open(t, m, 2)
}

// B63: the list of visible devices is part of the error.
func TestDeviceNumbersAndVisibleDevices(t *testing.T) {
	useLibrary(t)
	t.Setenv("ASCEND_RT_VISIBLE_DEVICES", "1,2")
	_, err := acl.Open(3)
	require.ErrorIs(t, err, acl.ErrInvalid)
	assert.ErrorContains(t, err, `acl: open device 3: number of devices that this process sees: 1, numbered from 0: `)
	assert.ErrorContains(t, err, ` (ASCEND_RT_VISIBLE_DEVICES is "1,2": all devices are hidden but 1, 2, which this process numbers from 0)`)
	dev, err := acl.Open(0)
	require.NoError(t, err)
	require.NoError(t, dev.Close(context.Background()))
	require.NoError(t, acl.Shutdown(context.Background()))
}

// B65: somebody else has the device's memory.
func TestMemoryOfSomebodyElse(t *testing.T) {
	const mib = 1 << 20
	m := acltest.NewMachine(t, sim.Config{Memory: 1 << 30})
	dev := acltest.Open(t, m, 0)
	needsPools(t, dev)
	s := acltest.Stream(t, dev)
	other, err := dev.Malloc(896 * mib)
	require.NoError(t, err)
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 512 * mib})
	a, err := p.MallocAsync(s, 64*mib)
	require.NoError(t, err)
	_, err = p.MallocAsync(s, 88*mib)
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	assert.ErrorContains(t, err, "the device ")
	small := acltest.Pool(t, dev, mempool.Config{Name: "default"})
	st, err := small.Stats()
	require.NoError(t, err)
	mem, err := dev.MemInfo()
	require.NoError(t, err)
	assert.LessOrEqual(t, st.MaxSize, mem.Free)

	require.NoError(t, other.Close())
	b, err := p.MallocAsync(s, 88*mib)
	require.NoError(t, err)
	require.NoError(t, p.FreeAsync(s, a))
	require.NoError(t, p.FreeAsync(s, b))
}

// B66: a process that may not use the device gets ACL's own reason, and what is left of
// the attempts is nothing.
func TestDeviceThatMayNotBeUsed(t *testing.T) {
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, sim.Config{})
	for _, function := range []string{"aclrtGetDeviceCount", "aclrtSetDevice"} {
		for _, code := range []driver.Code{507899, 207006, 207004, 507033} {
			f := faultdriver.New((*opaque.Machine)(m.Sim()).Inner().Driver)
			reason := f.Before(func(faultdriver.Call) driver.Status {
				return driver.Status{Code: code, Msg: "open device failed"}
			}, function)
			rt := core.NewRuntime(f, nil, false)
			_, err := opaque.OpenDevice(rt, 0, nil)
			e := new(acl.Error)
			require.ErrorAs(t, err, &e)
			assert.Equal(t, function, e.Op)
			assert.Equal(t, acl.Code(code), e.Code)
			assert.ErrorContains(t, err, "open device failed")
			assert.NotErrorIs(t, err, acl.ErrInvalid)
			assert.NotErrorIs(t, err, acl.ErrOutOfMemory)

			reason.Remove()
			dev, err := opaque.OpenDevice(rt, 0, nil)
			require.NoError(t, err)
			s, err := stream.New((*acl.Device)(dev), stream.Config{})
			require.NoError(t, err)
			require.NoError(t, s.Close(context.Background()))
			require.NoError(t, (*acl.Device)(dev).Close(context.Background()))
		}
	}
}
