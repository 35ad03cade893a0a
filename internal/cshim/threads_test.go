//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/cshim"
	"github.com/ascend-go/aclpool/internal/cshim/cshimtest"
	"github.com/ascend-go/aclpool/internal/driver"
)

// onThread runs body in a child process, on a thread without an ACL context.
func onThread(t *testing.T, body func(t *testing.T, l *cshim.Library)) {
	t.Helper()
	build(t, "libthreads.so", whole("threads.c")...)
	alone(t, nil, func(t *testing.T) {
		l := open(t, "threads.c")
		finished := make(chan struct{})
		go func() { // a goroutine that ends locked takes its thread with it
			runtime.LockOSThread()
			defer close(finished)
			body(t, l)
		}()
		<-finished
	})
}

func ok[T any](t *testing.T) func(T, driver.Status) T {
	return func(v T, st driver.Status) T {
		t.Helper()
		require.Equal(t, driver.Status{}, st)
		return v
	}
}

func TestContextIsBoundAndRestored(t *testing.T) {
	onThread(t, func(t *testing.T, l *cshim.Library) {
		assert.Zero(t, cshimtest.Current())
		a := ok[driver.Context](t)(l.SetDevice(0))
		assert.Equal(t, uintptr(a), cshimtest.Current(), "a thread without a context keeps the first")

		b := ok[driver.Context](t)(l.SetDevice(1))
		assert.NotEqual(t, a, b)
		assert.Equal(t, uintptr(a), cshimtest.Current(), "SetDevice restores")
		c := ok[driver.Context](t)(l.CreateContext(2))
		assert.Equal(t, uintptr(a), cshimtest.Current(), "CreateContext restores")

		s := ok[driver.Stream](t)(l.CreateStream(b))
		assert.Equal(t, uintptr(a), cshimtest.Current(), "a call in another context restores")
		assert.Equal(t, driver.Code(107003), l.SynchronizeStream(a, s).Code, "the stream is of the context that was named")
		assert.Equal(t, uintptr(a), cshimtest.Current(), "a failed call restores")
		assert.True(t, l.SynchronizeStream(b, s).OK())

		require.Zero(t, cshimtest.SetCurrent(uintptr(c)))
		assert.True(t, l.SynchronizeStream(b, s).OK(), "foreign code has changed the context")
		assert.Equal(t, uintptr(c), cshimtest.Current())

		assert.Equal(t, driver.Code(107001), statusOf(l.SetDevice(99)).Code)
		assert.Equal(t, uintptr(c), cshimtest.Current(), "a failed SetDevice restores")
		assert.True(t, l.DestroyContext(c).OK())
		assert.Zero(t, cshimtest.Current(), "the context that was current is gone")
		assert.True(t, l.SynchronizeStream(b, s).OK())
		assert.Equal(t, uintptr(b), cshimtest.Current())
	})
}

func statusOf[T any](_ T, st driver.Status) driver.Status { return st }

func TestDestroyContextKeepsAnother(t *testing.T) {
	onThread(t, func(t *testing.T, l *cshim.Library) {
		a := ok[driver.Context](t)(l.SetDevice(0))
		c := ok[driver.Context](t)(l.CreateContext(1))
		assert.True(t, l.DestroyContext(c).OK())
		assert.Equal(t, uintptr(a), cshimtest.Current())
		st := l.DestroyContext(c)
		assert.Equal(t, driver.Fail(driver.RTContextNull, "no created context on device 1"), st)
	})
}

// Without a usable context, the function that would crash is not called.
func TestBindFails(t *testing.T) {
	for _, dead := range []int64{0, 1} {
		t.Run(fmt.Sprintf("dead is current %d", dead), func(t *testing.T) {
			onThread(t, func(t *testing.T, l *cshim.Library) {
				cshimtest.SetVariable("dead_is_current", dead)
				pool := func(ac driver.Context) (driver.Pool, driver.Status) {
					return l.MemPoolCreate(ac, driver.PoolProps{LocationID: 1, LocationType: driver.LocationTypeDevice})
				}
				assert.Equal(t, driver.RTContextNull, statusOf(pool(0)).Code, "no context named")
				assert.Equal(t, driver.RTContextNull, l.MemPoolTrimTo(0, 1, 0).Code)

				c := ok[driver.Context](t)(l.CreateContext(1))
				require.True(t, l.DestroyContext(c).OK())
				assert.Equal(t, driver.RTParamInvalid, statusOf(pool(c)).Code, "a context that is gone, on a thread with none")
				assert.Zero(t, cshimtest.Current())

				a := ok[driver.Context](t)(l.SetDevice(0))
				assert.Equal(t, driver.Fail(driver.RTParamInvalid, "aclrtSetCurrentContext: stale context of device 1"),
					statusOf(pool(c)), "on a thread with another")
				assert.Equal(t, uintptr(a), cshimtest.Current(), "the earlier context is restored")
			})
		})
	}
}

// Other code may have destroyed the context that is current on the thread.
func TestFoundContextIsGone(t *testing.T) {
	onThread(t, func(t *testing.T, l *cshim.Library) {
		cshimtest.SetVariable("dead_is_current", 1)
		a := ok[driver.Context](t)(l.SetDevice(0))
		s := ok[driver.Stream](t)(l.CreateStream(a))
		c := ok[driver.Context](t)(l.CreateContext(1))
		require.Zero(t, cshimtest.SetCurrent(uintptr(c)))
		destroyed := make(chan driver.Status)
		go func() {
			runtime.LockOSThread()
			destroyed <- l.DestroyContext(c)
		}()
		require.True(t, (<-destroyed).OK())
		assert.Equal(t, uintptr(c), cshimtest.Current(), "this thread still answers the dead one")

		assert.True(t, l.SynchronizeStream(a, s).OK())
		assert.Equal(t, uintptr(a), cshimtest.Current())
		b := ok[driver.Context](t)(l.SetDevice(1))
		assert.Equal(t, driver.Fail(driver.RTStreamContext, "foreign context, device 1"), l.SynchronizeStream(b, s),
			"the refusal to restore left no text behind")
	})
}

// Without a context the library returns the messages of all failures so far, followed by
// that of the read. An error contains only the new message.
func TestTextBelongsToItsCall(t *testing.T) {
	onThread(t, func(t *testing.T, l *cshim.Library) {
		for _, id := range []int32{77, 78, 79} {
			want := driver.Fail(driver.RTInvalidDeviceID, fmt.Sprint("no device ", id))
			assert.Equal(t, want, statusOf(l.SetDevice(id)), "on a thread without a context")
		}
		assert.Equal(t, int64(3), cshimtest.Variable("reads_without_context"), "one for each failure")

		a := ok[driver.Context](t)(l.SetDevice(0))
		assert.Equal(t, driver.Fail(driver.RTInvalidDeviceID, "no device 78"), statusOf(l.SetDevice(78)),
			"neither an old failure nor what opening a device has left heads the text")
		b := ok[driver.Context](t)(l.SetDevice(1))
		s := ok[driver.Stream](t)(l.CreateStream(b))
		for range 3 {
			assert.Equal(t, driver.Fail(driver.RTStreamContext, "foreign context, device 0"), l.SynchronizeStream(a, s))
		}
	})
}

// SetDevice fails and leaves the device closed if its context cannot be read.
func TestSetDeviceWithoutContext(t *testing.T) {
	onThread(t, func(t *testing.T, l *cshim.Library) {
		cshimtest.SetVariable("hidden_contexts", 1)
		c, st := l.SetDevice(0)
		assert.Zero(t, c)
		assert.Equal(t, driver.RTInternalError, st.Code)
		assert.Contains(t, st.Msg, "aclrtGetCurrentContext: ")
		assert.Contains(t, st.Msg, "cannot tell the context of device 0")
		assert.Zero(t, cshimtest.Variable("references"), "the device is not left open")
		assert.NotZero(t, ok[driver.Context](t)(l.SetDevice(0)))
	})
}

// A context that a call has destroyed is not made current again, because the library would
// log an error for that.
func TestDestroyedContextIsNotRestored(t *testing.T) {
	onThread(t, func(t *testing.T, l *cshim.Library) {
		a := ok[driver.Context](t)(l.SetDevice(0))
		c := ok[driver.Context](t)(l.CreateContext(1))
		require.Zero(t, cshimtest.SetCurrent(uintptr(c)))
		assert.True(t, l.DestroyContext(c).OK())
		assert.Zero(t, cshimtest.Current())

		require.Zero(t, cshimtest.SetCurrent(uintptr(a)))
		assert.True(t, l.ResetDevice(0).OK())
		assert.Zero(t, cshimtest.Current())
		assert.Zero(t, cshimtest.Variable("stale_restores"))

		b := ok[driver.Context](t)(l.SetDevice(1))
		ok[driver.Context](t)(l.SetDevice(2))
		assert.True(t, l.ResetDevice(2).OK())
		assert.Equal(t, uintptr(b), cshimtest.Current(), "another device's reset changes nothing here")
	})
}

// Many goroutines use two devices and close each other's objects, while the garbage
// collector runs and other code changes the contexts of threads.
func TestThreads(t *testing.T) {
	build(t, "libthreads.so", whole("threads.c")...)
	alone(t, []string{"GOMAXPROCS=8"}, func(t *testing.T) {
		l := open(t, "threads.c")
		var contexts [2]driver.Context
		var pools [2]driver.Pool
		for i := range contexts {
			contexts[i] = ok[driver.Context](t)(l.SetDevice(int32(i)))
			pools[i] = ok[driver.Pool](t)(l.MemPoolCreate(contexts[i], driver.PoolProps{LocationID: int32(i), LocationType: driver.LocationTypeDevice}))
		}
		const goroutines, rounds = 64, 300
		var wg sync.WaitGroup
		type made struct {
			device int
			stream driver.Stream
		}
		pass := make(chan made, goroutines) // streams for any goroutine to close
		for g := range goroutines {
			wg.Go(func() {
				for i := range rounds {
					d := (g + i) % 2
					s, st := l.CreateStream(contexts[d])
					if !assert.True(t, st.OK(), "%v", st) {
						return
					}
					if i%7 == 0 {
						cshimtest.SetCurrent(uintptr(contexts[i/7%2]))
					}
					size := uint64(2 * (g*rounds + i + 1))
					a, st := l.MallocAsync(contexts[d], pools[d], size, s)
					assert.Equal(t, driver.Status{}, st)
					assert.Equal(t, driver.Addr(size), a)
					_, st = l.MallocAsync(contexts[d], pools[d], size+1, s)
					assert.Equal(t, driver.Fail(driver.RTInternalError, fmt.Sprint("no room for ", size+1)), st)
					assert.True(t, l.FreeAsync(contexts[d], a, s).OK())
					pass <- made{d, s}
					other := <-pass
					assert.True(t, l.DestroyStream(contexts[other.device], other.stream).OK())
				}
			})
		}
		stop := make(chan struct{})
		collected := make(chan struct{})
		go func() {
			defer close(collected)
			for {
				select {
				case <-stop:
					return
				default:
					runtime.GC()
				}
			}
		}()
		wg.Wait()
		close(stop)
		<-collected
		assert.Zero(t, cshimtest.Variable("reads_without_context"), "every thread has a context by now")
	})
}

func TestForeignCodeRunsInTheContext(t *testing.T) {
	onThread(t, func(t *testing.T, l *cshim.Library) {
		a, b := ok[driver.Context](t)(l.SetDevice(0)), ok[driver.Context](t)(l.SetDevice(1))
		require.Equal(t, uintptr(a), cshimtest.Current())
		require.True(t, l.InContext(b, func() {
			assert.Equal(t, uintptr(b), cshimtest.Current())
			require.True(t, l.InContext(a, func() { assert.Equal(t, uintptr(a), cshimtest.Current()) }).OK())
			assert.Equal(t, uintptr(b), cshimtest.Current())
		}).OK())
		assert.Equal(t, uintptr(a), cshimtest.Current(), "restored")
		assert.Panics(t, func() { l.InContext(b, func() { panic("in foreign code") }) })
		assert.Equal(t, uintptr(a), cshimtest.Current(), "restored after a panic")
		st := l.InContext(0, func() { t.Error("called without a context") })
		assert.False(t, st.OK())
	})
}
