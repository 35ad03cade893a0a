//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/cshim"
	"github.com/ascend-go/aclpool/internal/cshim/cshimtest"
	"github.com/ascend-go/aclpool/internal/driver"
)

// soakVariable is the environment variable that enables TestSoakedThreads in a child process.
const soakVariable = "LIBASCENDCL_TEST_SOAK"

// soakTime returns how long a soak test runs: the duration in ACLPOOL_SOAK, or one second.
func soakTime(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("ACLPOOL_SOAK")
	if text == "" {
		return time.Second
	}
	d, err := time.ParseDuration(text)
	require.NoError(t, err, "ACLPOOL_SOAK")
	return d
}

// Many goroutines on few threads use two devices through the driver and the library, while
// both runtimes collect garbage all the time.
func TestSoakThreads(t *testing.T) {
	limit := patience + 2*soakTime(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestSoakedThreads$", "-test.timeout="+limit.String(), "-test.v")
	cmd.Env = append(os.Environ(), soakVariable+"=yes", libraryVariable+"="+library(t),
		"GOMAXPROCS=8", "ACLPOOL_SIM_DEVICES=2", "ACLPOOL_SIM_PRODUCT=", "ACLPOOL_SIM_MEMORY=", "ACLPOOL_SIM_VIRTUAL=", "ACLPOOL_SIM_BEHAVIOUR=", "ACLPOOL_SIM_HAZARDS=",
		"MALLOC_ARENA_MAX=1") // for cshimtest.Heap
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "--- PASS: TestSoakedThreads")
	t.Logf("%s", out)
}

// TestSoakedThreads runs in a child process.
func TestSoakedThreads(t *testing.T) {
	if os.Getenv(soakVariable) == "" {
		t.Skip("runs in the process that TestSoakThreads starts")
	}
	w := newWorkers(t)
	total := soakTime(t)
	stop := collectAllTheTime()
	w.work(t, total/4) // what is allocated once is allocated here
	before := measure(t)
	requests := w.requests.Load()
	w.work(t, total-total/4)
	after := measure(t)
	host, library := stop()
	requests = w.requests.Load() - requests

	t.Logf("%d requests; %d collections of the program, %d of the library; %v, before %v", requests, host, library, after, before)
	assert.Positive(t, host)
	assert.Positive(t, library)
	// Each request makes an error message of more than 100 bytes, and arguments in C.
	assert.Less(t, after.c, before.c+10*requests, "error messages must be freed")
	assert.Less(t, after.resident, before.resident+64<<20)
	w.close(t)
}

// collectAllTheTime runs the garbage collectors of both runtimes until stop is called. stop
// returns how often each ran.
func collectAllTheTime() (stop func() (host, library uint64)) {
	var stopped atomic.Bool
	var host, library uint64
	var wg sync.WaitGroup
	wg.Go(func() {
		for !stopped.Load() {
			runtime.GC()
			host++
		}
	})
	first := cshimtest.Collect()
	wg.Go(func() {
		for !stopped.Load() {
			library = cshimtest.Collect() - first
		}
	})
	return func() (uint64, uint64) {
		stopped.Store(true)
		wg.Wait()
		return host, library
	}
}

// used is memory of the process in bytes: allocated in C, and resident.
type used struct{ c, resident uint64 }

func (u used) String() string {
	return fmt.Sprintf("%d bytes allocated in C, %d MiB resident", u.c, u.resident>>20)
}

func measure(t *testing.T) used {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	require.NoError(t, err)
	var all, resident uint64
	_, err = fmt.Sscan(string(text), &all, &resident)
	require.NoError(t, err)
	return used{cshimtest.Heap(), resident * uint64(os.Getpagesize())}
}

// workers are goroutines that share two devices.
type workers struct {
	lib      *cshim.Library
	contexts [2]driver.Context
	pools    [2]driver.Pool
	free     [2]uint64   // bytes of each device, at the start
	post     chan parcel // objects for any goroutine to close
	requests atomic.Uint64
}

// parcel holds objects that one goroutine creates and another one closes.
type parcel struct {
	device int
	stream driver.Stream
	event  driver.Event
}

const goroutines = 64

func newWorkers(t *testing.T) *workers {
	t.Helper()
	l, err := cshim.Open(cshim.Options{})
	require.NoError(t, err)
	require.Equal(t, driver.Status{}, l.Init(""))
	w := &workers{lib: l, post: make(chan parcel, goroutines)}
	for i := range w.contexts {
		var st driver.Status
		w.contexts[i], st = l.SetDevice(int32(i))
		require.Equal(t, driver.Status{}, st)
		w.free[i], _, st = l.MemInfo(w.contexts[i], driver.MemHBM)
		require.Equal(t, driver.Status{}, st)
		w.pools[i], st = l.MemPoolCreate(w.contexts[i], driver.PoolProps{
			LocationID: int32(i), LocationType: driver.LocationTypeDevice, MaxSize: poolSize,
		})
		require.Equal(t, driver.Status{}, st)
	}
	return w
}

// poolSize is the size of a pool in bytes, twice what the goroutines use at once.
const poolSize = 2 * goroutines * driver.Granule

// work makes requests from all goroutines, for the duration d and until there are at least
// a million for ten minutes of d.
func (w *workers) work(t *testing.T, d time.Duration) {
	t.Helper()
	end, enough := time.Now().Add(d), w.requests.Load()+uint64(1_000_000*d/(10*time.Minute))
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := 0; i == 0 || time.Now().Before(end) || w.requests.Load() < enough; i++ {
				if !w.round(t, g, i) {
					return
				}
			}
		})
	}
	wg.Wait()
	require.False(t, t.Failed())
}

// round creates objects, uses them, and closes those of another round. In every seventh
// round, foreign code has made another context current on the thread.
func (w *workers) round(t *testing.T, g, i int) bool {
	device := (g + i) % 2
	if i%7 == 0 {
		foreign := uintptr(w.contexts[i/7%2])
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if !assert.Zero(t, cshimtest.SetCurrent(foreign)) {
			return false
		}
		defer func() { assert.Equal(t, foreign, cshimtest.Current(), "the thread's context must be restored") }()
	}
	made := parcel{device: device}
	var st driver.Status
	if made.stream, st = w.lib.CreateStream(w.contexts[device]); !succeeded(t, st) {
		return false
	}
	if made.event, st = w.lib.CreateEvent(w.contexts[device]); !succeeded(t, st) {
		return false
	}
	for range requestsOfARound {
		if !w.request(t, device, made.stream) {
			return false
		}
	}
	if !succeeded(t, w.lib.RecordEvent(w.contexts[device], made.event, made.stream)) {
		return false
	}
	w.post <- made
	return w.discard(t, <-w.post)
}

const requestsOfARound = 16

// request allocates memory, uses it and frees it. In between, a call fails with a message
// that is unique to this request.
func (w *workers) request(t *testing.T, device int, s driver.Stream) bool {
	l, ac, pool := w.lib, w.contexts[device], w.pools[device]
	a, st := l.MallocAsync(ac, pool, driver.Granule, s)
	if !succeeded(t, st) {
		return false
	}
	size := poolSize + w.requests.Add(1)*driver.Granule
	_, st = l.MallocAsync(ac, pool, size, s)
	return failed(t, st, size) &&
		succeeded(t, l.MemsetAsync(ac, driver.OnDevice(a), driver.Granule, 0, 64, s)) &&
		succeeded(t, l.FreeAsync(ac, a, s))
}

// failed checks that the message describes exactly one failure, that of the allocation of
// size bytes.
func failed(t *testing.T, st driver.Status, size uint64) bool {
	return st.Code == driver.RTInternalError &&
		strings.Contains(st.Msg, fmt.Sprintf(" %d bytes do not fit", size)) &&
		strings.Count(st.Msg, "do not fit") == 1 ||
		assert.Fail(t, "not the message of this call", "%d bytes: %+v", size, st)
}

func (w *workers) discard(t *testing.T, p parcel) bool {
	l, ac := w.lib, w.contexts[p.device]
	return succeeded(t, l.SynchronizeEvent(ac, p.event)) &&
		succeeded(t, l.DestroyEvent(ac, p.event)) &&
		succeeded(t, l.DestroyStream(ac, p.stream))
}

func succeeded(t *testing.T, st driver.Status) bool {
	return st == driver.Status{} || assert.Equal(t, driver.Status{}, st)
}

// close checks that the devices have as much free memory as at the start.
func (w *workers) close(t *testing.T) {
	t.Helper()
	for i, ac := range w.contexts {
		require.Equal(t, driver.Status{}, w.lib.MemPoolDestroy(ac, w.pools[i]))
		free, _, st := w.lib.MemInfo(ac, driver.MemHBM)
		require.Equal(t, driver.Status{}, st)
		assert.Equal(t, w.free[i], free, "memory of device %d", i)
		require.Equal(t, driver.Status{}, w.lib.ResetDevice(int32(i)))
	}
	require.Equal(t, driver.Status{}, w.lib.Finalize())
}
