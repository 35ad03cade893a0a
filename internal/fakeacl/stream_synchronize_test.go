// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"encoding/binary"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// waits are the calls with a time limit that block until work on the default stream has
// completed.
var waits = map[string]struct {
	call func(r *rig, e driver.Event, ms int32) driver.Status
	late driver.Code
}{
	"stream": {func(r *rig, _ driver.Event, ms int32) driver.Status {
		return r.SynchronizeStreamWithTimeout(r.ac, 0, ms)
	}, driver.RTStreamSyncTimeout},
	"device": {func(r *rig, _ driver.Event, ms int32) driver.Status {
		return r.SynchronizeDeviceWithTimeout(r.ac, ms)
	}, driver.RTStreamSyncTimeout},
	"event": {func(r *rig, e driver.Event, ms int32) driver.Status {
		return r.SynchronizeEventWithTimeout(r.ac, e, ms)
	}, driver.RTEventSyncTimeout},
}

func TestTimeouts(t *testing.T) {
	for name, tt := range waits {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, nil)
				e := ex.make(r)
				start := time.Now()
				r.launch(0, func(*gokernel.Call) error { time.Sleep(time.Second); return nil })
				r.record(e, 0)
				st := tt.call(r, e, 300)
				assert.Equal(t, tt.late, st.Code)
				assert.Contains(t, st.Msg, "not done after 300 ms")
				assert.Equal(t, 300*time.Millisecond, time.Since(start))
				r.ok(tt.call(r, e, 5000))
				assert.Equal(t, time.Second, time.Since(start), "the work went on")
				r.ok(tt.call(r, e, -1))
			})
		})
	}
}

func TestSynchronizeDeviceWaitsForItsContextOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		other := must[driver.Context](r)(r.CreateContext(0))
		f := r.register(func(*gokernel.Call) error { time.Sleep(time.Hour); return nil })
		start := time.Now()
		r.ok(r.LaunchKernelWithHostArgs(other, f, 1, 0, nil))
		r.launch(r.stream(), func(*gokernel.Call) error { time.Sleep(time.Second); return nil })
		r.launch(r.stream(), func(*gokernel.Call) error { time.Sleep(time.Minute); return nil })
		r.ok(r.SynchronizeDevice(r.ac))
		assert.Equal(t, time.Minute, time.Since(start))
		r.ok(r.SynchronizeDevice(other))
		assert.Equal(t, time.Hour, time.Since(start))
	})
}

// A stream that a failure has stopped ends the wait for the device, even if another one never
// ends.
func TestSynchronizeDeviceReportsAStoppedStreamAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.hold(r.stream())
		s := r.stream()
		r.ok(r.SetStreamFailureMode(r.ac, s, driver.StopOnFailure))
		r.launch(s, func(*gokernel.Call) error { time.Sleep(time.Second); return assert.AnError })
		start := time.Now()
		assert.Equal(t, driver.RTAICoreException, r.SynchronizeDevice(r.ac).Code)
		assert.Equal(t, time.Second, time.Since(start))
	})
}

func TestSynchronizeWaitsForWhatWasEnqueuedBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		s := r.stream()
		release := r.hold(s)
		done := make(chan driver.Status, 1)
		go func() { done <- r.SynchronizeStream(r.ac, s) }()
		synctest.Wait()
		second := make(chan struct{})
		r.launch(s, func(*gokernel.Call) error { <-second; return nil })
		release()
		r.ok(<-done)
		close(second)
	})
}

func TestDestroyingAStreamEndsWaitsForIt(t *testing.T) {
	for name, end := range map[string]func(r *rig, s driver.Stream) driver.Status{
		"stream":  func(r *rig, s driver.Stream) driver.Status { return r.DestroyStreamForce(r.ac, s) },
		"device":  func(r *rig, _ driver.Stream) driver.Status { return r.ResetDevice(0) },
		"abort":   func(r *rig, s driver.Stream) driver.Status { return r.StreamAbort(r.ac, s) },
		"machine": func(r *rig, _ driver.Stream) driver.Status { assert.NoError(r.t, r.Close()); return driver.Status{} },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, nil)
				s, e := r.stream(), ex.make(r)
				r.hold(s)
				r.record(e, s)
				codes := make(chan driver.Code, 3)
				go func() { codes <- r.SynchronizeStream(r.ac, s).Code }()
				go func() { codes <- r.SynchronizeDevice(r.ac).Code }()
				go func() { codes <- r.SynchronizeEvent(r.ac, e).Code }()
				synctest.Wait()
				r.ok(end(r, s))
				for range 3 {
					assert.Equal(t, driver.RTStreamAbort, <-codes)
				}
			})
		})
	}
}

// A wait of a stream for an event of another one, and that of the host, all at once.
func TestChainsOfWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		release := r.hold(0)
		before := driver.Stream(0)
		for range 20 {
			s, e := r.stream(), ex.make(r)
			r.record(e, before)
			r.wait(s, e)
			before = s
		}
		synctest.Wait()
		assert.True(t, r.busy(before))
		release()
		r.sync(before)
	})
}

// Every kernel sees the memory that the previous one has written, on whatever stream that ran.
func TestEventsCarryOrderAcrossStreams(t *testing.T) {
	for _, kind := range []maker{plain, ex} {
		t.Run(kind.name, func(t *testing.T) {
			r := newRig(t, nil)
			const rounds = 500
			counter := r.malloc(8)
			r.write(counter, make([]byte, 8))
			f := r.register(func(c *gokernel.Call) error {
				b, err := c.Memory(counter, 8)
				if err == nil {
					binary.LittleEndian.PutUint64(b, binary.LittleEndian.Uint64(b)+1)
				}
				return err
			})
			streams := []driver.Stream{r.stream(), r.stream(), r.stream()}
			e := kind.make(r)
			for i := range rounds {
				s := streams[i%len(streams)]
				r.ok(r.LaunchKernelWithHostArgs(r.ac, f, 1, s, nil))
				r.record(e, s)
				r.wait(streams[(i+1)%len(streams)], e)
			}
			r.ok(r.SynchronizeEvent(r.ac, e))
			assert.EqualValues(t, rounds, binary.LittleEndian.Uint64(r.read(counter, 8)))
		})
	}
}
