//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
)

// handle returns handle number n of the library of values.c.
func handle[T ~uintptr | ~uint64](n uint64) T { return T(0xabcd<<48 | n) }

// Every argument is passed in its position, and every result is returned unchanged.
func TestValues(t *testing.T) {
	build(t, "libvalues.so", whole("values.c")...)
	alone(t, nil, func(t *testing.T) {
		l := open(t, "values.c")
		ac := handle[driver.Context](9)
		s, e := handle[driver.Stream](2), handle[driver.Event](3)

		t.Run("process", func(t *testing.T) {
			assert.True(t, l.Init("acl.json").OK())
			assert.Equal(t, driver.InvalidFile, l.Init("other.json").Code)
			assert.Equal(t, driver.InvalidParam, l.Init("acl.json\x00").Code, "C would see another name")
			assert.True(t, l.Finalize().OK())
			assert.Equal(t, uint64(1)<<40, ok[uint64](t)(l.FinalizeReference()))
			major, minor, patch, st := l.Version()
			assert.True(t, st.OK())
			assert.Equal(t, [3]int32{1, 17, 3}, [3]int32{major, minor, patch})
			assert.Equal(t, "runtime-9.1.0", ok[string](t)(l.VersionString("runtime")))
			assert.Equal(t, "Ascend910B1", l.SocName())
		})
		t.Run("devices and contexts", func(t *testing.T) {
			assert.Equal(t, uint32(8), ok[uint32](t)(l.DeviceCount()))
			assert.Equal(t, handle[driver.Context](5), ok[driver.Context](t)(l.SetDevice(5)))
			assert.Equal(t, driver.RunOnHost, ok[driver.RunMode](t)(l.RunMode()))
			free, total, st := l.MemInfo(ac, driver.MemHBM)
			assert.True(t, st.OK())
			assert.Equal(t, [2]uint64{60<<30 + 1, 64 << 30}, [2]uint64{free, total})
			assert.True(t, ok[bool](t)(l.DeviceCanAccessPeer(0, 1)))
			assert.False(t, ok[bool](t)(l.DeviceCanAccessPeer(1, 0)))
			assert.Equal(t, handle[driver.Context](0x103), ok[driver.Context](t)(l.CreateContext(3)))
			assert.Equal(t, handle[driver.Stream](0x77), ok[driver.Stream](t)(l.CtxGetCurrentDefaultStream(ac)))
		})
		t.Run("memory", func(t *testing.T) {
			assert.Equal(t, driver.Addr(1002), ok[driver.Addr](t)(l.Malloc(ac, 1000, driver.MallocNormalOnly)))
			assert.Equal(t, driver.Addr(2001), ok[driver.Addr](t)(l.MallocAlign32(ac, 1000, driver.MallocHugeOnly)))
			assert.True(t, l.Free(ac, handle[driver.Addr](1)).OK())
			host := ok[driver.Mem](t)(l.MallocHost(ac, 64))
			require.False(t, host.IsNull())
			assert.True(t, l.Memset(ac, host, 64, 0x11, 64).OK())
			assert.True(t, l.MemsetAsync(ac, host.Offset(60), 4, 0x22, 4, s).OK())
			assert.Equal(t, driver.RTStreamContext, l.MemsetAsync(ac, host, 4, 0, 4, 0).Code)

			var around struct { // a Go pointer beside what is copied is nothing to complain about
				other *int
				bytes [64]byte
			}
			around.other = new(int)
			dst := driver.OnHost(around.bytes[:])
			assert.True(t, l.Memcpy(ac, dst, 64, host, 64, driver.CopyHostToHost).OK())
			assert.Equal(t, byte(0x11), around.bytes[59])
			assert.Equal(t, byte(0x22), around.bytes[60])
			assert.True(t, l.Memcpy(ac, dst, 64, driver.OnDevice(0x5a), 1, driver.CopyDeviceToHost).OK())
			assert.Equal(t, []byte{0x5a, 0x11}, around.bytes[:2])
			assert.True(t, l.MemcpyAsync(ac, host, 64, driver.OnDevice(0x5b), 2, driver.CopyDeviceToHost, s).OK())
			assert.Equal(t, []byte{0x5b, 0x5b, 0x11}, host.Bytes(3))
			assert.Equal(t, driver.RTParamInvalid, l.Memcpy(ac, dst, 64, host, 65, driver.CopyHostToHost).Code)
			assert.True(t, l.FreeHost(ac, host).OK())
		})
		t.Run("streams and events", func(t *testing.T) {
			assert.Equal(t, s, ok[driver.Stream](t)(l.CreateStream(ac)))
			assert.Equal(t, handle[driver.Stream](0x701), ok[driver.Stream](t)(l.CreateStreamWithConfig(ac, 7, driver.StreamFastLaunch)))
			assert.Equal(t, driver.StreamNotReady, ok[driver.StreamStatus](t)(l.StreamQuery(ac, s)))
			assert.Equal(t, driver.StreamComplete, ok[driver.StreamStatus](t)(l.StreamQuery(ac, 0)))
			assert.Equal(t, int32(-5), ok[int32](t)(l.StreamGetID(ac, s)))
			assert.True(t, l.SynchronizeStreamWithTimeout(ac, s, -1).OK())
			assert.True(t, l.StreamWaitEvent(ac, s, e).OK())
			assert.True(t, l.SetStreamFailureMode(ac, s, driver.StopOnFailure).OK())

			assert.Equal(t, e, ok[driver.Event](t)(l.CreateEvent(ac)))
			assert.Equal(t, handle[driver.Event](0x308), ok[driver.Event](t)(l.CreateEventWithFlag(ac, driver.EventTimeLine)))
			assert.Equal(t, handle[driver.Event](0x401), ok[driver.Event](t)(l.CreateEventExWithFlag(ac, driver.EventSync)))
			assert.True(t, l.RecordEvent(ac, e, s).OK())
			assert.Equal(t, driver.EventComplete, ok[driver.EventRecordedStatus](t)(l.QueryEventStatus(ac, e)))
			assert.Equal(t, driver.EventWaitNotReady, ok[driver.EventWaitStatus](t)(l.QueryEventWaitStatus(ac, e)))
			assert.Equal(t, float32(1.5), ok[float32](t)(l.EventElapsedTime(ac, e, e+1)))
			assert.Equal(t, float32(-1.5), ok[float32](t)(l.EventElapsedTime(ac, e+1, e)))
		})
		t.Run("pools", func(t *testing.T) {
			props := driver.PoolProps{LocationID: 3, LocationType: driver.LocationTypeDevice, MaxSize: 5 << 30}
			pool := ok[driver.Pool](t)(l.MemPoolCreate(ac, props))
			assert.Equal(t, handle[driver.Pool](0x3005), pool)
			assert.True(t, l.MemPoolSetAttr(ac, pool, driver.PoolReleaseThreshold, 5<<40).OK())
			assert.Equal(t, uint64(5)<<40, ok[uint64](t)(l.MemPoolGetAttr(ac, pool, driver.PoolReleaseThreshold)))
			assert.True(t, l.MemPoolSetAttr(ac, pool, driver.PoolReuseEvent, 1).OK())
			assert.Equal(t, uint64(1), ok[uint64](t)(l.MemPoolGetAttr(ac, pool, driver.PoolReuseEvent)))
			assert.Equal(t, handle[driver.Addr](64), ok[driver.Addr](t)(l.MallocAsync(ac, pool, 64, s)))
			assert.Zero(t, ok[driver.Addr](t)(l.MallocAsync(ac, pool, 0, s)), "the library writes nothing for size 0")
			assert.True(t, l.FreeAsync(ac, handle[driver.Addr](64), s).OK())
			assert.Equal(t, driver.RTParamInvalid, l.FreeAsync(ac, 1, s).Code)
			assert.True(t, l.MemPoolTrimTo(ac, handle[driver.Pool](4), 96).OK())
			assert.True(t, l.MemPoolDestroy(ac, pool).OK())
		})
		t.Run("kernels", func(t *testing.T) {
			assert.Equal(t, handle[driver.Binary](6), ok[driver.Binary](t)(l.BinaryLoadFromFile(ac, "add.so")))
			assert.Equal(t, driver.InvalidParam, statusOf(l.BinaryLoadFromFile(ac, "a\x00b")).Code)
			assert.Equal(t, handle[driver.Binary](3), ok[driver.Binary](t)(l.BinaryLoadFromData(ac, []byte{1, 2, 3})))
			assert.Equal(t, driver.RTParamInvalid, statusOf(l.BinaryLoadFromData(ac, nil)).Code)
			assert.Equal(t, handle[driver.Function](0x503), ok[driver.Function](t)(l.BinaryGetFunction(ac, handle[driver.Binary](5), "add")))
			f := handle[driver.Function](6)
			assert.True(t, l.LaunchKernel(ac, f, 40, handle[driver.Addr](7), 24, s).OK())
			assert.True(t, l.LaunchKernelWithHostArgs(ac, f, 40, s, []byte("abc")).OK())
			assert.Equal(t, driver.InvalidParam, l.LaunchKernelWithHostArgs(ac, f, 40, s, []byte("abd")).Code)
			assert.True(t, l.BinaryUnload(ac, handle[driver.Binary](5)).OK())
		})
	})
}
