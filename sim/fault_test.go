// SPDX-License-Identifier: Apache-2.0

package sim_test

import (
	"context"
	"math"
	"sync"
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

// faulty opens a device of a machine in Go, for one test.
func faulty(t testing.TB, cfg sim.Config) (*sim.Machine, *acl.Device) {
	t.Helper()
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, cfg)
	return m.Sim(), acltest.Open(t, m, 0)
}

func inject(t testing.TB, m *sim.Machine, f sim.Fault) *sim.Injection {
	t.Helper()
	i, err := m.Fail(f)
	require.NoError(t, err)
	t.Cleanup(i.Remove)
	return i
}

// reached reports whether the fault has happened.
func reached(i *sim.Injection) bool {
	select {
	case <-i.Reached():
		return true
	default:
		return false
	}
}

func TestNthCall(t *testing.T) {
	m, dev := faulty(t, sim.Config{})
	fault := inject(t, m, sim.NthCall(2, "aclrtMallocHost", codes.RTMemoryAllocation))
	testkit.HostBuffer[byte](t, dev, 8)
	assert.False(t, reached(fault))
	assert.Zero(t, fault.Fired())
	assert.Empty(t, fault.Call())

	_, err := acl.NewHostBuffer[byte](dev, 8)
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	require.ErrorContains(t, err, "aclrtMallocHost")
	require.ErrorContains(t, err, "call 2")
	assert.True(t, reached(fault))
	assert.Equal(t, 1, fault.Fired())
	assert.Equal(t, "aclrtMallocHost", fault.Call())
	testkit.HostBuffer[byte](t, dev, 8)
}

func TestRemovedFaultDoesNotFire(t *testing.T) {
	m, dev := faulty(t, sim.Config{})
	fault := inject(t, m, sim.NthCall(1, "aclrtMallocHost", codes.RTMemoryAllocation))
	fault.Remove()
	fault.Remove()
	testkit.HostBuffer[byte](t, dev, 8)
	assert.Zero(t, fault.Fired())
}

// The same seed makes the same calls fail.
func TestEveryCall(t *testing.T) {
	failed := func(seed uint64, functions ...string) (failed []int) {
		m, dev := faulty(t, sim.Config{})
		fault := inject(t, m, sim.EveryCall(seed, 0.1, codes.RTResourceAllocFail, functions...))
		for n := range 200 {
			if _, err := dev.MemInfo(); err != nil {
				require.ErrorIs(t, err, codes.RTResourceAllocFail)
				failed = append(failed, n)
			}
		}
		assert.Equal(t, len(failed), fault.Fired())
		return failed
	}
	first := failed(1)
	assert.InDelta(t, 20, len(first), 15)
	assert.Equal(t, first, failed(1))
	assert.Equal(t, first, failed(1, "aclrtGetMemInfo"))
	assert.NotEqual(t, first, failed(2))
	assert.Empty(t, failed(1, "aclrtMalloc"))
}

func TestHang(t *testing.T) {
	m, dev := faulty(t, sim.Config{})
	s := acltest.Stream(t, dev)
	hang := inject(t, m, sim.Hang(1, "aclrtSynchronizeStream"))
	done := make(chan error)
	go func() { done <- s.Synchronize(context.Background()) }()
	<-hang.Reached()
	assert.Equal(t, "aclrtSynchronizeStream", hang.Call())
	_, err := dev.MemInfo()
	require.NoError(t, err, "other calls go on")
	select {
	case err := <-done:
		t.Error("the call has not waited", err)
	default:
	}
	hang.Release()
	hang.Release()
	require.NoError(t, <-done)
	require.NoError(t, s.Synchronize(context.Background()), "only one call hangs")
}

func TestRemoveReleasesACall(t *testing.T) {
	m, dev := faulty(t, sim.Config{})
	hang := inject(t, m, sim.Hang(1, "aclrtGetMemInfo"))
	done := make(chan error)
	go func() {
		_, err := dev.MemInfo()
		done <- err
	}()
	<-hang.Reached()
	hang.Remove()
	require.NoError(t, <-done)
}

// The end of a machine releases its calls.
func TestEndOfAMachineReleasesACall(t *testing.T) {
	m := newMachine(t, sim.Config{})
	dev, err := m.Open(0)
	require.NoError(t, err)
	hang, err := m.Fail(sim.Hang(1, "aclrtGetMemInfo"))
	require.NoError(t, err)
	done := make(chan error)
	go func() {
		_, err := dev.MemInfo()
		done <- err
	}()
	<-hang.Reached()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, m.CloseForce(ctx), context.Canceled, "the call is still there")
	require.Error(t, <-done, "the machine is gone")
}

func TestMemoryExhausted(t *testing.T) {
	const mib = 1 << 20
	m, dev := faulty(t, sim.Config{Devices: 2, Memory: 64 * mib})
	fault := inject(t, m, sim.MemoryExhausted(0, 4*mib))
	info, err := dev.MemInfo()
	require.NoError(t, err)
	assert.Equal(t, acl.MemInfo{Free: 4 * mib, Total: 64 * mib}, info)
	testkit.Malloc(t, dev, 3*mib)
	assert.Zero(t, fault.Fired())
	_, err = dev.Malloc(3 * mib)
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	assert.Equal(t, 1, fault.Fired())
	assert.Equal(t, "aclrtMalloc", fault.Call())

	other, err := m.Open(1)
	require.NoError(t, err)
	info, err = other.MemInfo()
	require.NoError(t, err)
	assert.EqualValues(t, 64*mib, info.Free, "the other device")
	require.NoError(t, other.Close(context.Background()))

	fault.Remove()
	fault.Remove()
	testkit.Malloc(t, dev, 60*mib)
}

func TestStreamFailed(t *testing.T) {
	ctx := context.Background()
	m, dev := faulty(t, sim.Config{})
	fault := inject(t, m, sim.StreamFailed("decode", 2))
	view := testkit.Malloc(t, dev, 4)
	other := testkit.NewStream(t, dev, "prefill")
	decode := testkit.NewStream(t, dev, "decode")
	for value := range byte(3) {
		require.NoError(t, other.Fill(view, value), "another stream")
	}
	require.NoError(t, other.Close(ctx))
	require.NoError(t, decode.Fill(view, 7))
	require.NoError(t, decode.Synchronize(ctx))
	require.NoError(t, decode.Fill(view, 9), "the call succeeds")
	assert.Equal(t, 1, fault.Fired())
	err := decode.Synchronize(ctx)
	require.ErrorIs(t, err, codes.RTAICoreException)
	require.ErrorContains(t, err, `operation 2 of stream "decode" was made to fail`)

	got := make([]byte, 4)
	require.NoError(t, stream.CopySliceToHost(ctx, decode, got, view), "the stream goes on")
	assert.Equal(t, []byte{7, 7, 7, 7}, got, "the second fill has done nothing")
	require.NoError(t, decode.Close(ctx))
}

func TestDeviceLost(t *testing.T) {
	ctx := context.Background()
	m, dev := faulty(t, sim.Config{Devices: 2})
	other, err := m.Open(1)
	require.NoError(t, err)
	s := testkit.NewStream(t, dev, "decode")
	mem, err := dev.Malloc(64)
	require.NoError(t, err)
	waiting := make(chan error)
	gate := acltest.Hold(t, s)
	<-gate.Reached()
	go func() { waiting <- s.Synchronize(ctx) }()

	fault := inject(t, m, sim.DeviceLost(0))
	require.ErrorIs(t, <-waiting, codes.RTLostHeartbeat, "who waits is told")
	_, err = dev.MemInfo()
	require.ErrorIs(t, err, acl.ErrDevice)
	require.ErrorIs(t, err, codes.RTLostHeartbeat)
	require.ErrorIs(t, s.Fill(mem.View(), 1), codes.RTLostHeartbeat)
	_, err = m.Open(0)
	require.ErrorIs(t, err, codes.RTLostHeartbeat)
	assert.NotZero(t, fault.Fired())
	_, err = other.MemInfo()
	require.NoError(t, err, "the other device")
	require.NoError(t, other.Close(ctx))

	require.NoError(t, mem.Close(), "what is there can be closed")
	if err := s.Close(ctx); err != nil {
		require.ErrorIs(t, err, acl.ErrDevice)
	}
	fault.Remove()
	_, err = dev.MemInfo()
	require.NoError(t, err)
	require.NoError(t, acltest.Stream(t, dev).Synchronize(ctx), "a new stream works")
	assert.Empty(t, testkit.DeviceState(t, dev).Objects[1:])
}

func TestFaultsThatCannotHappen(t *testing.T) {
	tests := map[string]struct {
		fault sim.Fault
		text  string
	}{
		"zero":                 {sim.Fault{}, "zero Fault"},
		"call 0":               {sim.NthCall(0, "aclrtMalloc", codes.RTMemoryAllocation), "counted from 1"},
		"success":              {sim.NthCall(1, "aclrtMalloc", 0), "code 0"},
		"misspelt":             {sim.NthCall(1, "aclrtMalocHost", codes.RTMemoryAllocation), "near it are aclrtMallocHost, "},
		"never called":         {sim.NthCall(1, "aclrtMallocAlign32", codes.RTMemoryAllocation), "near it are aclrtMalloc"},
		"not of C":             {sim.Hang(1, "MemPoolBatch"), "no Go package calls"},
		"hang of no call":      {sim.Hang(-1, "aclrtMalloc"), "counted from 1"},
		"one of the functions": {sim.EveryCall(1, 1, codes.RTInternalError, "aclrtMalloc", "malloc"), `"malloc"`},
		"probability 0":        {sim.EveryCall(1, 0, codes.RTInternalError), "probability is 0"},
		"probability 2":        {sim.EveryCall(1, 2, codes.RTInternalError), "probability is 2"},
		"no probability":       {sim.EveryCall(1, math.NaN(), codes.RTInternalError), "probability is NaN"},
		"memory of no device":  {sim.MemoryExhausted(1, 0), "device 1"},
		"loss of no device":    {sim.DeviceLost(-1), "device -1"},
		"operation 0":          {sim.StreamFailed("decode", 0), "counted from 1"},
	}
	m, dev := faulty(t, sim.Config{})
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := m.Fail(tt.fault)
			require.ErrorIs(t, err, acl.ErrInvalid)
			require.ErrorContains(t, err, tt.text)
		})
	}
	testkit.Malloc(t, dev, 64)
}

func TestFaultOnAClosedMachine(t *testing.T) {
	m := newMachine(t, sim.Config{})
	require.NoError(t, m.Close(context.Background()))
	_, err := m.Fail(sim.NthCall(1, "aclrtMalloc", codes.RTMemoryAllocation))
	require.ErrorIs(t, err, acl.ErrClosed)
}

// Faults come and go while goroutines use the machine.
func TestFaultsOnABusyMachine(t *testing.T) {
	m, dev := faulty(t, sim.Config{})
	var users sync.WaitGroup
	stop := make(chan struct{})
	for range 4 {
		users.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					if _, err := dev.MemInfo(); err != nil {
						assert.ErrorIs(t, err, codes.RTInternalError)
					}
				}
			}
		})
	}
	for range 50 {
		fault := inject(t, m, sim.NthCall(1, "aclrtGetMemInfo", codes.RTInternalError))
		<-fault.Reached()
		fault.Remove()
		assert.Equal(t, 1, fault.Fired())
	}
	close(stop)
	users.Wait()
}
