// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

func TestCloseEndsEverything(t *testing.T) {
	r := newRig(t, nil)
	started, ended := make(chan struct{}), make(chan struct{})
	s := r.stream()
	r.launch(s, func(c *gokernel.Call) error { close(started); <-c.Done(); close(ended); return nil })
	<-started
	r.note(s, nil, "would block for ever")
	e := ex.make(r)
	r.record(e, s)
	r.wait(r.stream(), e)
	r.free(r.alloc(r.pool(2*mib), 1, s), s)
	r.ok(r.MemcpyAsync(r.ac, driver.OnDevice(r.malloc(8)), 8, r.host(8), 8, anyWay, s))
	r.breakStream(r.stream())

	require.NoError(t, r.Close())
	<-ended
	require.NoError(t, r.Close(), "twice")
	assert.Equal(t, driver.RTContextNull, r.SynchronizeDevice(r.ac).Code)
	st := status(r.SetDevice(0))
	assert.Equal(t, driver.RTDevSetupError, st.Code)
	assert.Contains(t, st.Msg, "the machine is closed")
	assert.Equal(t, driver.RTDevSetupError, status(r.CreateContext(0)).Code)
	assert.Equal(t, driver.RTContextReleaseError, r.ResetDevice(0).Code)
}

func TestCloseAtOnce(t *testing.T) {
	r := newRig(t, nil)
	r.hold(r.stream())
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { assert.NoError(t, r.Close()) })
	}
	wg.Wait()
}

// Calls that run while the machine is being closed return.
func TestCloseUnderLoad(t *testing.T) {
	r := newRig(t, nil)
	p := r.pool(64 * mib)
	streams := make([]driver.Stream, 4)
	for i := range streams {
		streams[i] = r.stream()
	}
	f := r.register(nothing)
	started := make(chan struct{}, len(streams))
	var wg sync.WaitGroup
	for _, s := range streams {
		wg.Go(func() {
			for i := 0; ; i++ {
				if i == 10 {
					started <- struct{}{}
				}
				a, st := r.MallocAsync(r.ac, p, 1, s)
				if st.Code == driver.RTContextNull {
					return
				}
				r.MemsetAsync(r.ac, driver.OnDevice(a), 8, 1, 8, s)
				r.LaunchKernelWithHostArgs(r.ac, f, 1, s, nil)
				r.FreeAsync(r.ac, a, s)
				r.SynchronizeStream(r.ac, s)
				if m, st := r.MallocHost(r.ac, 64); st.OK() {
					r.FreeHost(0, m)
				}
				if a, st := r.Malloc(r.ac, 64, 0); st.OK() {
					r.Memcpy(r.ac, driver.OnDevice(a), 8, driver.OnHost(make([]byte, 8)), 8, anyWay)
					r.Free(0, a)
				}
			}
		})
	}
	for range streams {
		<-started
	}
	require.NoError(t, r.Close())
	wg.Wait()
}
