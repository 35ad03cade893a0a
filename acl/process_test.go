// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// library is a simulated machine that counts what is done to the process, and can lack
// functions as old releases do.
type library struct {
	*fakeacl.Machine
	inits, finalizes, lowered, resets int
	lacks                             string
	remark                            driver.Code // of a synchronize that did end
	closes                            int
}

// Close counts, and leaves the machine for the next Init of the test.
func (l *library) Close() error {
	l.closes++
	return nil
}

func (l *library) SynchronizeDevice(ac driver.Context) driver.Status {
	st := l.Machine.SynchronizeDevice(ac)
	if st.OK() {
		st.Code = l.remark
	}
	return st
}

func (l *library) Init(config string) driver.Status {
	l.inits++
	return l.Machine.Init(config)
}

func (l *library) Finalize() driver.Status {
	l.finalizes++
	return l.Machine.Finalize()
}

func (l *library) FinalizeReference() (uint64, driver.Status) {
	l.lowered++
	return l.Machine.FinalizeReference()
}

func (l *library) ResetDeviceForce(id int32) driver.Status {
	l.resets++
	return l.Machine.ResetDeviceForce(id)
}

func (l *library) Has(symbol string) bool { return symbol != l.lacks && l.Machine.Has(symbol) }

// useLibrary makes a machine the library of this process until the test ends.
func useLibrary(t *testing.T) *library {
	t.Helper()
	m, err := fakeacl.New(fakeacl.Config{Product: "Ascend910B3", Memory: 1 << 30, Pools: true})
	require.NoError(t, err)
	l := &library{Machine: m}
	t.Cleanup(func() {
		assert.NoError(t, m.Close())
		assert.Equal(t, l.inits > 0, l.closes > 0, "a machine ends with the last Shutdown")
	})
	acl.UseDriver(t, func() (driver.API, error) { return l, nil })
	return l
}

func TestInitCounts(t *testing.T) {
	ctx, l := context.Background(), useLibrary(t)
	require.NoError(t, acl.Init())
	require.NoError(t, acl.Init())
	assert.Equal(t, 1, l.inits)
	require.NoError(t, acl.Shutdown(ctx))
	assert.Zero(t, l.lowered, "two Inits need two Shutdowns")
	require.NoError(t, acl.Shutdown(ctx))
	assert.Equal(t, 1, l.lowered)
	require.NoError(t, acl.Shutdown(ctx), "a Shutdown too many does nothing")
	assert.Equal(t, 1, l.lowered)
}

// B37: "already initialised" is not ownership.
func TestAlreadyInitialisedIsNotOwnership(t *testing.T) {
	ctx, l := context.Background(), useLibrary(t)
	require.True(t, l.Machine.Init("").OK(), "somebody else initialises first")
	require.NoError(t, acl.Init())
	require.NoError(t, acl.Shutdown(ctx))
	assert.Zero(t, l.finalizes)
	left, st := l.Machine.FinalizeReference()
	require.True(t, st.OK())
	assert.Zero(t, left, "our Init and Shutdown have left the count of the other as it was")
}

func TestOldReleaseLeavesForeignInitAlone(t *testing.T) {
	for name, foreign := range map[string]bool{"ours": false, "somebody else's": true} {
		t.Run(name, func(t *testing.T) {
			l := useLibrary(t)
			l.lacks = "aclFinalizeReference"
			if foreign {
				require.True(t, l.Machine.Init("").OK())
			}
			require.NoError(t, acl.Init())
			require.NoError(t, acl.Shutdown(context.Background()))
			assert.Equal(t, !foreign, l.finalizes == 1)
		})
	}
}

func TestOpenInitialises(t *testing.T) {
	ctx, l := context.Background(), useLibrary(t)
	dev, err := acl.Open(0)
	require.NoError(t, err)
	assert.Equal(t, 1, l.inits)
	n, err := acl.DeviceCount()
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	_, err = acl.APIVersion()
	require.NoError(t, err)

	err = acl.Shutdown(ctx)
	require.ErrorIs(t, err, acl.ErrBusy)
	assert.ErrorContains(t, err, `device 0`)
	require.NoError(t, dev.Close(ctx))
	require.NoError(t, acl.Shutdown(ctx))
}

func TestConfigFileCannotChange(t *testing.T) {
	l := useLibrary(t)
	first := filepath.Join(t.TempDir(), "first.json")
	require.NoError(t, os.WriteFile(first, []byte("{}"), 0o600))
	require.NoError(t, acl.Init(acl.WithConfigFile(first)))
	require.NoError(t, acl.Shutdown(context.Background()))
	err := acl.Init()
	require.ErrorIs(t, err, acl.ErrInvalid)
	assert.ErrorContains(t, err, "first.json")
	assert.Equal(t, 1, l.inits, "ACL would abort the process")
}

func TestSynchronizePassesOnARemark(t *testing.T) {
	l := useLibrary(t)
	l.remark = driver.RTAICoreOverFlow
	dev, err := acl.Open(0)
	require.NoError(t, err)
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	host, err := acl.NewHostBuffer[byte](dev, 1)
	require.NoError(t, err)
	mem, err := dev.Malloc(1)
	require.NoError(t, err)
	require.NoError(t, s.CopyToDevice(mem.View(), host.View()))

	err = dev.Synchronize(context.Background())
	require.ErrorIs(t, err, codes.RTAICoreOverFlow)
	assert.True(t, acl.IsWarning(err))
	for _, class := range codeClasses {
		assert.NotErrorIs(t, err, class)
	}
	require.NoError(t, host.Close(), "the copy has been seen complete")
	l.remark = driver.Success
}

// everything makes one object of every kind that a device can hold.
func everything(t *testing.T, dev *acl.Device) {
	t.Helper()
	s, err := stream.New(dev, stream.Config{Name: "s"})
	require.NoError(t, err)
	e, err := event.New(dev, event.Config{})
	require.NoError(t, err)
	require.NoError(t, s.Record(e))
	p, err := mempool.New(context.Background(), dev, mempool.Config{Name: "p", MaxSize: 64 * miB})
	require.NoError(t, err)
	_, err = p.MallocAsync(s, 1)
	require.NoError(t, err)
	_, err = dev.Malloc(1)
	require.NoError(t, err)
	host, err := acl.NewHostBuffer[byte](dev, 1)
	require.NoError(t, err)
	mem, err := dev.Malloc(1)
	require.NoError(t, err)
	require.NoError(t, s.CopyToDevice(mem.View(), host.View()))
	_, err = kernel.LoadBytes(dev, sim.KernelFile("any"))
	require.NoError(t, err)
}

func TestShutdownForceClosesEverything(t *testing.T) {
	ctx, l := context.Background(), useLibrary(t)
	dev, err := acl.Open(0)
	require.NoError(t, err)
	everything(t, dev)
	var kinds []string
	for o := range dev.Objects() {
		kinds = append(kinds, o.Kind)
	}
	assert.Equal(t, []string{"kernel binary", "device memory", "device memory", "host buffer", "pool", "event", "stream"}, kinds)

	require.ErrorIs(t, acl.Shutdown(ctx), acl.ErrBusy)
	require.NoError(t, acl.ShutdownForce(ctx))
	assert.Equal(t, 1, l.lowered)
	_, err = dev.Malloc(1)
	require.ErrorIs(t, err, acl.ErrClosed)
	require.NoError(t, dev.Close(ctx))

	fresh, err := acl.Open(0)
	require.NoError(t, err, "a process can begin again")
	info, err := fresh.MemInfo()
	require.NoError(t, err)
	assert.Equal(t, info.Total, info.Free, "nothing of the device was lost")
}

func TestShutdownForceGivesUpOnWorkThatDoesNotEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := useLibrary(t)
		require.NoError(t, l.RegisterKernel("hang", func(c *gokernel.Call) error { <-c.Done(); return nil }))
		dev, err := acl.Open(0)
		require.NoError(t, err)
		everything(t, dev)
		s, err := stream.New(dev, stream.Config{Name: "stuck"})
		require.NoError(t, err)
		bin, err := kernel.LoadBytes(dev, sim.KernelFile("hang"))
		require.NoError(t, err)
		fn, err := bin.Function("hang")
		require.NoError(t, err)
		require.NoError(t, fn.Launch(s, 1, kernel.Args()))

		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		err = acl.ShutdownForce(ctx)
		require.ErrorIs(t, err, acl.ErrTimeout)
		require.ErrorContains(t, err, `stream "stuck"`)
		assert.Equal(t, 1, l.resets, "ACL is ours, so the device is reset")
		require.ErrorIs(t, s.Synchronize(context.Background()), acl.ErrClosed)
		_, err = acl.NewHostBuffer[byte](dev, 1)
		require.ErrorIs(t, err, acl.ErrClosed)
	})
}

// A kernel that does not even end when the device gives up on it keeps the reset from its
// end, and not the caller.
func TestShutdownForceGivesUpOnAKernelThatNeverEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := useLibrary(t)
		end := make(chan struct{})
		require.NoError(t, l.RegisterKernel("forever", func(*gokernel.Call) error { <-end; return nil }))
		dev, err := acl.Open(0)
		require.NoError(t, err)
		s, err := stream.New(dev, stream.Config{Name: "stuck"})
		require.NoError(t, err)
		bin, err := kernel.LoadBytes(dev, sim.KernelFile("forever"))
		require.NoError(t, err)
		fn, err := bin.Function("forever")
		require.NoError(t, err)
		require.NoError(t, fn.Launch(s, 1, kernel.Args()))

		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		start := time.Now()
		err = acl.ShutdownForce(ctx)
		require.ErrorIs(t, err, acl.ErrTimeout)
		require.ErrorContains(t, err, "the reset has not returned")
		assert.LessOrEqual(t, time.Since(start), 3*time.Second)
		require.ErrorIs(t, s.Synchronize(context.Background()), acl.ErrClosed)
		close(end)
		synctest.Wait()
	})
}

func TestOneInitAfterOpenNeedsOneShutdown(t *testing.T) {
	ctx, l := context.Background(), useLibrary(t)
	dev, err := acl.Open(0)
	require.NoError(t, err)
	require.NoError(t, acl.Init(nil), "no option is none")
	require.NoError(t, dev.Close(ctx))
	require.NoError(t, acl.Shutdown(ctx))
	assert.Equal(t, 1, l.lowered)
}
