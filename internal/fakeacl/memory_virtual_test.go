// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// step is a granule between addresses.
const step = driver.Addr(granule)

// onDevice is what physical memory of a device mostly is.
func onDevice(id int32) driver.PhysicalMemProp {
	return driver.PhysicalMemProp{Attr: driver.MemHBMHuge, Location: driver.MemLocation{ID: id, Type: driver.LocationTypeDevice}}
}

func (r *rig) reserve(size uint64) driver.Addr {
	r.t.Helper()
	return must[driver.Addr](r)(r.ReserveMemAddress(r.ac, size, 0, 0, 1))
}

func (r *rig) physical(size uint64) driver.PhysicalMem {
	r.t.Helper()
	return must[driver.PhysicalMem](r)(r.MallocPhysical(r.ac, size, onDevice(0), 0))
}

func (r *rig) mapAt(a driver.Addr, size uint64, h driver.PhysicalMem) {
	r.t.Helper()
	r.ok(r.MapMem(r.ac, a, size, 0, h, 0))
}

// mapped returns an address at which memory of device 0 is mapped.
func (r *rig) mapped(size uint64) driver.Addr {
	r.t.Helper()
	a := r.reserve(size)
	r.mapAt(a, size, r.physical(size))
	return a
}

// fill sets n bytes to a value, at once.
func (r *rig) fill(a driver.Addr, n uint64, value byte) driver.Status {
	return r.Memset(r.ac, driver.OnDevice(a), n, int32(value), n)
}

// reading returns what a read of n bytes results in.
func (r *rig) reading(a driver.Addr, n uint64) driver.Status {
	return r.Memcpy(r.ac, driver.OnHost(make([]byte, n)), n, driver.OnDevice(a), n, driver.CopyDeviceToHost)
}

func (r *rig) left() uint64 {
	r.t.Helper()
	left, _, st := r.MemInfo(r.ac, driver.MemHBM)
	r.ok(st)
	return left
}

// Physical memory that is mapped side by side is one piece of memory for copies, fills and
// kernels, in whichever order it was allocated.
func TestMappingsSideBySide(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	a := r.reserve(3 * granule)
	third, first, second := r.physical(granule), r.physical(granule), r.physical(granule)
	r.mapAt(a, granule, first)
	r.mapAt(a+2*step, granule, third)
	r.mapAt(a+step, granule, second)

	r.ok(r.MemsetAsync(r.ac, driver.OnDevice(a), 3*granule, 7, 3*granule, s))
	r.launch(s, func(c *gokernel.Call) error {
		b, err := c.Memory(a, 3*granule)
		if err != nil {
			return err
		}
		for i := range b {
			b[i] += byte(uint64(i) / granule)
		}
		return nil
	})
	r.sync(s)
	for i, want := range []byte{7, 8, 9} {
		b := r.read(a+driver.Addr(i+1)*step-1, 1)
		assert.Equal(t, want, b[0])
	}
	b := r.read(a+step-1, granule+2)
	assert.Equal(t, []byte{7, 8, 9}, []byte{b[0], b[1], b[granule+1]})
}

// One handle can be mapped at several places, which are the same memory.
func TestHandleMappedTwice(t *testing.T) {
	r := newRig(t, nil)
	h := r.physical(granule)
	one, other := r.reserve(2*granule), r.reserve(granule)
	r.mapAt(one, granule, h)
	r.mapAt(one+step, granule, h)
	r.mapAt(other, granule, h)
	r.ok(r.fill(one+step+5, 1, 42))
	for _, a := range []driver.Addr{one + 5, one + step + 5, other + 5} {
		b := r.read(a, 1)
		assert.Equal(t, byte(42), b[0])
	}
	assert.Equal(t, 64*mib-granule, r.left())
}

// Physical memory keeps its contents while it is mapped nowhere, and lasts until the last
// handle and the last mapping are gone.
func TestPhysicalMemoryLifetime(t *testing.T) {
	r := newRig(t, nil)
	before := r.left()
	h := r.physical(2 * granule)
	assert.Equal(t, before-2*granule, r.left(), "physical memory counts when it is allocated")
	a := r.reserve(8 * granule)
	assert.Equal(t, before-2*granule, r.left(), "addresses do not count")
	r.mapAt(a, 2*granule, h)
	r.ok(r.fill(a, 1, 1))
	r.ok(r.UnmapMem(r.ac, a))
	r.mapAt(a+4*step, 2*granule, h)
	b := r.read(a+4*step, 1)
	assert.Equal(t, byte(1), b[0])

	r.ok(r.FreePhysical(r.ac, h))
	r.ok(r.fill(a+4*step, 1, 2))
	assert.Equal(t, driver.RTParamInvalid, r.MapMem(r.ac, a, 2*granule, 0, h, 0).Code, "the handle is freed")
	again := must[driver.PhysicalMem](r)(r.MemRetainAllocationHandle(r.ac, a+4*step))
	r.mapAt(a, 2*granule, again)
	r.ok(r.UnmapMem(r.ac, a+4*step))
	r.ok(r.FreePhysical(r.ac, again))
	assert.Equal(t, before-2*granule, r.left())
	b = r.read(a, 1)
	assert.Equal(t, byte(2), b[0])
	r.ok(r.UnmapMem(r.ac, a))
	assert.Equal(t, before, r.left())
	r.ok(r.ReleaseMemAddress(r.ac, a))

	r.mapAt(r.reserve(granule), granule, r.physical(granule))
	assert.Equal(t, before-granule, r.left())
	r.ok(r.ResetDevice(0))
	r.ac = r.context(0)
	assert.Equal(t, before, r.left(), "a reset frees what is on the device")
}

func TestRetainedHandleIsFreedAsOften(t *testing.T) {
	r := newRig(t, nil)
	before := r.left()
	h := r.physical(granule)
	a := r.reserve(granule)
	r.mapAt(a, granule, h)
	require.Equal(t, h, must[driver.PhysicalMem](r)(r.MemRetainAllocationHandle(r.ac, a)))
	r.ok(r.UnmapMem(r.ac, a))
	r.ok(r.FreePhysical(r.ac, h))
	r.mapAt(a, granule, h)
	r.ok(r.UnmapMem(r.ac, a))
	r.ok(r.FreePhysical(r.ac, h))
	assert.Equal(t, before, r.left())
	assert.Equal(t, driver.RTParamInvalid, r.FreePhysical(r.ac, h).Code)
}

// Plain allocations, pools and physical memory share the memory of the device.
func TestPhysicalMemoryIsShared(t *testing.T) {
	r := newRig(t, nil)
	h := r.physical(62 * mib)
	_, st := r.Malloc(r.ac, 3*mib, driver.MallocHugeFirst)
	assert.Equal(t, driver.RTMemoryAllocation, st.Code)
	p, s := r.pool(0), r.stream()
	r.alloc(p, 2*mib, s)
	_, st = r.MallocAsync(r.ac, p, 2*mib, s)
	assert.False(t, st.OK())
	_, st = r.MallocPhysical(r.ac, granule, onDevice(0), 0)
	assert.Equal(t, driver.RTMemoryAllocation, st.Code)
	must[driver.PhysicalMem](r)(r.MallocPhysical(r.ac, granule, onDevice(1), 0))
	r.ok(r.FreePhysical(r.ac, h))
	r.physical(granule)
	r.malloc(3 * mib)
}

// Every access to addresses at which no memory is mapped is refused, and a kernel's fails.
func TestUnmappedAddressesFault(t *testing.T) {
	unmapped := map[string]func(r *rig) driver.Addr{
		"reserved":        func(r *rig) driver.Addr { return r.reserve(2 * granule) },
		"unmapped":        func(r *rig) driver.Addr { a := r.mapped(2 * granule); r.ok(r.UnmapMem(r.ac, a)); return a },
		"behind a memory": func(r *rig) driver.Addr { a := r.mapped(granule); return a + step - 8 },
		"a hole": func(r *rig) driver.Addr {
			a := r.reserve(4 * granule)
			r.mapAt(a, granule, r.physical(granule))
			r.mapAt(a+2*step, granule, r.physical(granule))
			return a + step - 8
		},
		"released": func(r *rig) driver.Addr {
			a := r.reserve(2 * granule)
			r.ok(r.ReleaseMemAddress(r.ac, a))
			return a
		},
		"no access": func(r *rig) driver.Addr {
			a := r.reserve(granule)
			r.ok(r.MemMapNoAccess(r.ac, a, granule, 0, r.physical(granule), 0))
			return a
		},
	}
	for name, address := range unmapped {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			a := address(r)
			s, host := r.stream(), r.host(64)
			assert.Equal(t, driver.RTParamInvalid, r.fill(a, 64, 1).Code)
			assert.Equal(t, driver.RTParamInvalid, r.reading(a, 64).Code)
			assert.Equal(t, driver.RTParamInvalid, r.MemcpyAsync(r.ac, driver.OnDevice(a), 64, host, 64, driver.CopyHostToDevice, s).Code)
			assert.Equal(t, driver.RTParamInvalid, r.MemsetAsync(r.ac, driver.OnDevice(a), 64, 1, 64, s).Code)
			r.launch(s, func(c *gokernel.Call) error {
				_, err := c.Memory(a, 64)
				return err
			})
			assert.Equal(t, driver.RTAICoreException, r.SynchronizeStream(r.ac, s).Code)
		})
	}
}

// Work that was enqueued while memory was mapped, and executes when it is not, fails.
func TestUnmappedBeforeWorkExecutes(t *testing.T) {
	r := newRig(t, nil)
	a, s := r.mapped(granule), r.stream()
	release := r.hold(s)
	r.ok(r.MemsetAsync(r.ac, driver.OnDevice(a), 64, 1, 64, s))
	r.ok(r.UnmapMem(r.ac, a))
	release()
	assert.Equal(t, driver.RTSysDMA, r.SynchronizeStream(r.ac, s).Code)
}

// Memory that a running kernel uses stays until the kernel ends, whatever the program does.
func TestUnmappedUnderAKernel(t *testing.T) {
	r := newRig(t, nil)
	h := r.physical(granule)
	a, s := r.reserve(granule), r.stream()
	r.mapAt(a, granule, h)
	started, gate := make(chan struct{}), make(chan struct{})
	r.launch(s, func(c *gokernel.Call) error {
		b, err := c.Memory(a, granule)
		if err != nil {
			return err
		}
		close(started)
		<-gate
		b[granule-1] = 9
		return nil
	})
	<-started
	r.ok(r.UnmapMem(r.ac, a))
	r.ok(r.FreePhysical(r.ac, h))
	other := r.physical(granule)
	st := r.MapMem(r.ac, a, granule, 0, other, 0)
	assert.Equal(t, driver.RTParamInvalid, st.Code)
	assert.Contains(t, st.Msg, "synchronize before unmapping")
	r.ok(r.ReleaseMemAddress(r.ac, a))
	close(gate)
	r.sync(s)
}

// Access can be taken from a device, and given to one.
func TestAccess(t *testing.T) {
	r := newRig(t, nil)
	a := r.mapped(granule)
	peer := r.context(1)
	location := func(id int32) driver.MemLocation {
		return driver.MemLocation{ID: id, Type: driver.LocationTypeDevice}
	}
	set := func(id int32, f driver.MemAccessFlags) {
		t.Helper()
		r.ok(r.MemSetAccess(r.ac, a, granule, []driver.MemAccess{{Flags: f, Location: location(id)}}))
		assert.Equal(t, f, must[driver.MemAccessFlags](r)(r.MemGetAccess(r.ac, a, location(id))))
	}
	reads := func(ac driver.Context) driver.Code {
		b := make([]byte, 1)
		return r.Memcpy(ac, driver.OnHost(b), 1, driver.OnDevice(a), 1, driver.CopyDeviceToHost).Code
	}
	writes := func(ac driver.Context) driver.Code { return r.Memset(ac, driver.OnDevice(a), 1, 0, 1).Code }

	assert.Equal(t, driver.AccessReadWrite, must[driver.MemAccessFlags](r)(r.MemGetAccess(r.ac, a, location(0))))
	assert.Equal(t, driver.AccessNone, must[driver.MemAccessFlags](r)(r.MemGetAccess(r.ac, a, location(1))))
	assert.Equal(t, driver.RTParamInvalid, reads(peer))
	r.ok(r.DeviceEnablePeerAccess(peer, 0, 0))
	assert.Equal(t, driver.Success, writes(peer), "as with any memory")
	set(1, driver.AccessRead)
	assert.Equal(t, driver.Success, reads(peer))
	assert.Equal(t, driver.RTParamInvalid, writes(peer))
	set(1, driver.AccessNone)
	assert.Equal(t, driver.RTParamInvalid, reads(peer))
	assert.Equal(t, driver.Success, writes(r.ac))
	set(0, driver.AccessRead)
	assert.Equal(t, driver.Success, reads(r.ac))
	assert.Equal(t, driver.RTParamInvalid, writes(r.ac))
	set(0, driver.AccessReadWrite)
	assert.Equal(t, driver.Success, writes(r.ac))

	host := driver.MemLocation{ID: 5, Type: driver.LocationTypeHost}
	assert.Equal(t, driver.AccessNone, must[driver.MemAccessFlags](r)(r.MemGetAccess(r.ac, a, host)))
	r.ok(r.MemSetAccess(r.ac, a, granule, []driver.MemAccess{{Flags: driver.AccessRead, Location: host}}))
	host.ID = 0
	assert.Equal(t, driver.AccessRead, must[driver.MemAccessFlags](r)(r.MemGetAccess(r.ac, a, host)))
}

// A kernel gets memory that its device may only read for reading alone.
func TestKernelsReadWhatTheyMayNotWrite(t *testing.T) {
	r := newRig(t, nil)
	a := r.mapped(granule)
	r.ok(r.fill(a, 1, 3))
	r.ok(r.MemSetAccess(r.ac, a, granule, []driver.MemAccess{{
		Flags: driver.AccessRead, Location: driver.MemLocation{Type: driver.LocationTypeDevice},
	}}))
	s := r.stream()
	r.launch(s, func(c *gokernel.Call) error {
		b, err := c.Device.(gokernel.Reader).ReadMemory(a, 1)
		if err == nil && b[0] != 3 {
			err = assert.AnError
		}
		return err
	})
	r.sync(s)
	r.launch(s, func(c *gokernel.Call) error {
		_, err := c.Memory(a, 1)
		return err
	})
	st := r.SynchronizeStream(r.ac, s)
	assert.Equal(t, driver.RTAICoreException, st.Code)
	assert.Contains(t, st.Msg, "device 0 may not write the memory")
	r.ok(r.MemcpyAsyncWithOffset(r.ac, fakeacl.Indirect{
		Dst: driver.OnDevice(r.address(r.malloc(64))), Src: driver.OnDevice(r.address(a)), DstMax: 1, Count: 1,
		Kind: driver.CopyDeviceToDevice,
	}, s))
	r.sync(s)
}

// address returns where a word has an address.
func (r *rig) address(a driver.Addr) driver.Addr { return r.words(uint32(a), uint32(a>>32)) }

// Memory that is exported can be imported for another device of the process.
func TestImport(t *testing.T) {
	r := newRig(t, nil)
	peer := r.context(1)
	h := r.physical(granule)
	a, b := r.reserve(granule), r.reserve(granule)
	r.mapAt(a, granule, h)
	r.ok(r.fill(a, 1, 3))
	number := must[uint64](r)(r.MemExportToShareableHandle(r.ac, h, driver.HandleNone, 0))
	assert.Equal(t, number, must[uint64](r)(r.MemExportToShareableHandle(r.ac, h, driver.HandleNone, 1)))
	r.ok(r.MemSetPidToShareableHandle(r.ac, number, 1))
	i := must[driver.PhysicalMem](r)(r.MemImportFromShareableHandle(r.ac, number, 1))
	assert.Equal(t, onDevice(0), must[driver.PhysicalMemProp](r)(r.MemGetAllocationPropertiesFromHandle(r.ac, i)))
	_, st := r.MemImportFromShareableHandle(r.ac, number, 1)
	assert.Equal(t, driver.RTParamInvalid, st.Code, "imported already")
	_, st = r.MemExportToShareableHandle(r.ac, i, driver.HandleNone, 0)
	assert.Equal(t, driver.RTParamInvalid, st.Code, "imported itself")
	r.ok(r.MapMem(peer, b, granule, 0, i, 0))
	byte1 := make([]byte, 1)
	r.ok(r.Memcpy(peer, driver.OnHost(byte1), 1, driver.OnDevice(b), 1, driver.CopyDeviceToHost))
	assert.Equal(t, byte(3), byte1[0])

	c := r.reserve(2 * granule)
	r.mapAt(c, granule, h)
	assert.Equal(t, driver.RTParamInvalid, r.MapMem(r.ac, c+step, granule, 0, i, 0).Code, "of another device")
	other := must[uint64](r)(r.MemExportToShareableHandle(r.ac, r.physical(granule), driver.HandleNone, 0))
	own := must[driver.PhysicalMem](r)(r.MemImportFromShareableHandle(r.ac, other, 0))
	assert.Equal(t, driver.RTParamInvalid, r.MapMem(r.ac, c+step, granule, 0, own, 0).Code, "imported beside allocated")

	r.ok(r.FreePhysical(r.ac, i))
	i = must[driver.PhysicalMem](r)(r.MemImportFromShareableHandle(r.ac, number, 1))
	r.ok(r.FreePhysical(r.ac, h))
	_, st = r.MemImportFromShareableHandle(r.ac, number, 1)
	assert.Equal(t, driver.RTParamInvalid, st.Code, "freed")
	r.ok(r.UnmapMem(r.ac, a))
	r.ok(r.UnmapMem(r.ac, c))
	assert.Equal(t, 64*mib-2*granule, r.left(), "the importer keeps the memory")
	r.ok(r.ResetDevice(0))
	assert.Equal(t, driver.RTParamInvalid, r.FreePhysical(peer, i).Code, "the memory is gone with its device")
	assert.Equal(t, driver.RTParamInvalid, r.UnmapMem(peer, b).Code)
}

// Ranges do not overlap, have room around them, and their addresses are used again late.
func TestRanges(t *testing.T) {
	r := newRig(t, nil)
	a := r.reserve(granule + 1)
	b := r.reserve(granule)
	assert.Zero(t, uint64(a)%(1<<30))
	assert.Greater(t, b-a, driver.Addr(1<<30))
	for _, x := range []driver.Addr{a, b} {
		assert.True(t, fakeacl.IsDeviceAddress(x))
	}
	r.mapAt(a+step, granule, r.physical(granule)) // the size is rounded up
	r.ok(r.ReleaseMemAddress(r.ac, b))
	assert.NotEqual(t, b, r.reserve(granule))
	assert.Equal(t, b, must[driver.Addr](r)(r.ReserveMemAddress(r.ac, granule, 0, b, 1)), "wanted again")
	_, st := r.ReserveMemAddress(r.ac, granule, 0, b, 1)
	assert.Equal(t, driver.RTMemoryAllocation, st.Code)
}

func TestMachineWithoutVirtualMemory(t *testing.T) {
	r := newRig(t, func(c *fakeacl.Config) { c.NoVirtual = true })
	prop := onDevice(0)
	_, reserve := r.ReserveMemAddress(r.ac, granule, 0, 0, 0)
	_, allocate := r.MallocPhysical(r.ac, granule, prop, 0)
	_, granularity := r.MemGetAllocationGranularity(r.ac, prop, driver.GranularityMinimum)
	_, retain := r.MemRetainAllocationHandle(r.ac, 1)
	_, export := r.MemExportToShareableHandle(r.ac, 1, 0, 0)
	_, imported := r.MemImportFromShareableHandle(r.ac, 1, 0)
	_, props := r.MemGetAllocationPropertiesFromHandle(r.ac, 1)
	_, access := r.MemGetAccess(r.ac, 1, prop.Location)
	for name, st := range map[string]driver.Status{
		"reserve": reserve, "allocate": allocate, "granularity": granularity, "retain": retain, "export": export,
		"import": imported, "properties": props, "access": access,
		"release":    r.ReleaseMemAddress(r.ac, 1),
		"free":       r.FreePhysical(r.ac, 1),
		"map":        r.MapMem(r.ac, 1, 1, 0, 1, 0),
		"no access":  r.MemMapNoAccess(r.ac, 1, 1, 0, 1, 0),
		"unmap":      r.UnmapMem(r.ac, 1),
		"set access": r.MemSetAccess(r.ac, 1, 1, nil),
		"set pid":    r.MemSetPidToShareableHandle(r.ac, 1, 1),
	} {
		assert.Equal(t, driver.RTFeatureNotSupport, st.Code, name)
	}
	assert.True(t, r.Has("aclrtMapMem"), "the functions are there all the same")
}

// Streams wait for words in virtual memory as for others, and fail if they are unmapped.
func TestValuesInVirtualMemory(t *testing.T) {
	r := newRig(t, nil)
	h := r.physical(granule)
	a, b := r.reserve(granule), r.reserve(granule)
	r.mapAt(a, granule, h)
	r.mapAt(b, granule, h)
	one, other := r.stream(), r.stream()
	r.ok(r.ValueWait(r.ac, b+64, 5, fakeacl.ValueEqual, other))
	assert.True(t, r.busy(other))
	r.ok(r.ValueWrite(r.ac, a+64, 5, 0, one))
	r.sync(other)
	r.ok(r.ValueWait(r.ac, b+64, 6, fakeacl.ValueEqual, other))
	r.write(a+64, []byte{6})
	r.sync(other)
	release := r.hold(one)
	r.ok(r.ValueWrite(r.ac, a+64, 7, 0, one))
	r.ok(r.UnmapMem(r.ac, a))
	release()
	assert.Equal(t, driver.RTSysDMA, r.SynchronizeStream(r.ac, one).Code)
	assert.Equal(t, driver.RTParamInvalid, r.ValueWrite(r.ac, a+64, 7, 0, other).Code)
}
