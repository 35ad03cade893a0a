// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"errors"
	"slices"
	"strings"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/hostmem"
)

const (
	// rangeAlignment is what the addresses of ranges are multiples of, in bytes. Between two
	// ranges at least as much is free.
	rangeAlignment = 1 << 30

	// Where a program may want a range to start, by the runtime's documentation.
	wishStart driver.Addr = 16 << 40
	wishEnd   driver.Addr = 24 << 40
)

// ReserveMemAddress calls aclrtReserveMemAddress. The size is rounded up to whole granules. A
// start between 16 and 24 TiB is legal but never free: the addresses of the simulated device
// lie outside of those that a process has. One that the machine has returned can be wanted
// again.
func (m *Machine) ReserveMemAddress(ac driver.Context, size, alignment uint64, start driver.Addr, flags uint64) (driver.Addr, driver.Status) {
	const op = "aclrtReserveMemAddress"
	if st := m.checkVirtual(op, ac); !st.OK() {
		return 0, st
	}
	switch wished := isVirtualAddress(start) || start >= wishStart && start < wishEnd; {
	case size == 0:
		return 0, fail(driver.InvalidParam, badArgument, op, "size is 0: want at least 1 byte")
	case flags > 1:
		return 0, fail(driver.InvalidParam, badArgument, op, "flags are %#x: want 0, or 1 for huge pages", flags)
	case start != 0 && !wished:
		return 0, fail(driver.InvalidParam, badArgument, op, "expectPtr is %#x: want NULL, or an address from %#x to %#x", uint64(start), uint64(wishStart), uint64(wishEnd))
	case start%rangeAlignment != 0:
		return 0, fail(driver.RTParamInvalid, badArgument, op, "expectPtr is %#x: want a multiple of 1 GiB", uint64(start))
	case alignment&(alignment-1) != 0 || alignment > rangeAlignment:
		return 0, fail(driver.RTParamInvalid, badArgument, op, "alignment is %d: want 0, or a power of two up to %d", alignment, rangeAlignment)
	case size > uint64(deviceSpan):
		return 0, fail(driver.RTMemoryAllocation, noResource, op, "%d bytes of addresses: all are %d", size, uint64(deviceSpan))
	}
	v := &m.virtual
	v.mu.Lock()
	defer v.mu.Unlock()
	size = roundUp(size, driver.Granule)
	base, err := v.place(size, start)
	if err != nil {
		return 0, fail(driver.RTMemoryAllocation, noResource, op, "%d bytes of addresses: %v", size, err)
	}
	if err := v.reserve(base, size); err != nil {
		return 0, fail(driver.RTMemoryAllocation, noResource, op, "%v", err)
	}
	return base, driver.Status{}
}

// ReserveMemAddressNoUC calls aclrtReserveMemAddressNoUCMemory, which only A3 has. There is no
// memory of the kind that it leaves out.
func (m *Machine) ReserveMemAddressNoUC(ac driver.Context, size, alignment uint64, start driver.Addr, flags uint64) (driver.Addr, driver.Status) {
	if !strings.HasPrefix(m.cfg.Product, "Ascend910_93") {
		return 0, m.productLacks("aclrtReserveMemAddressNoUCMemory", "memory of that kind")
	}
	return m.ReserveMemAddress(ac, size, alignment, start, flags)
}

// place finds addresses for a new range: at the start that is wanted, if that is not 0,
// otherwise after the last range made, so that those of a released one stay unused for long.
func (v *virtualMemory) place(size uint64, start driver.Addr) (driver.Addr, error) {
	if v.closed {
		return 0, errors.New("the machine is closed")
	}
	if start != 0 {
		if a, ok := v.firstFree(start, size); ok && a == start {
			return a, nil
		}
		return 0, errors.New("those wanted are not free")
	}
	for _, from := range []driver.Addr{max(v.next, virtualStart), virtualStart} {
		if a, ok := v.firstFree(from, size); ok {
			v.next = a + driver.Addr(roundUp(size, rangeAlignment)) + rangeAlignment
			return a, nil
		}
	}
	return 0, errors.New("those that are free are in pieces that are too small")
}

// firstFree returns the first address from a given one on, a multiple of the alignment, behind
// which there is room. It returns false if there is none.
func (v *virtualMemory) firstFree(from driver.Addr, size uint64) (driver.Addr, bool) {
	if from < virtualStart || from >= virtualEnd {
		return 0, false
	}
	for _, r := range v.ranges {
		if r.base >= from && uint64(r.base-from) >= size+rangeAlignment {
			break
		}
		end := r.base + driver.Addr(roundUp(r.size, rangeAlignment)) + rangeAlignment
		from = max(from, end)
	}
	return from, from < virtualEnd && uint64(virtualEnd-from) >= size
}

// reserve makes a range.
func (v *virtualMemory) reserve(base driver.Addr, size uint64) error {
	window, err := hostmem.ReserveWindow(size)
	if err != nil {
		return err
	}
	r := &reservation{}
	r.region = &region{
		mu: &v.mu, log: v.log,
		base: base, size: size, memory: window, allocations: &r.maps, label: "virtual memory",
	}
	v.ranges = slices.Insert(v.ranges, v.after(base), r)
	return nil
}

// ReleaseMemAddress calls aclrtReleaseMemAddress. It refuses a range in which memory is
// mapped.
func (m *Machine) ReleaseMemAddress(ac driver.Context, a driver.Addr) driver.Status {
	const op = "aclrtReleaseMemAddress"
	if st := m.checkVirtual(op, ac); !st.OK() {
		return st
	}
	if a == 0 {
		return null(op, "virPtr")
	}
	v := &m.virtual
	v.mu.Lock()
	defer v.mu.Unlock()
	r := v.at(a)
	switch {
	case r == nil || r.base != a:
		return fail(driver.RTParamInvalid, badArgument, op, "no reserved range starts at %#x", uint64(a))
	case r.maps.len() > 0:
		return fail(driver.RTParamInvalid, badOrder, op, "memory is mapped in the range at %#x, at %d places: unmap it first", uint64(a), r.maps.len())
	}
	i := v.after(a) - 1
	v.ranges = slices.Delete(v.ranges, i, i+1)
	r.close()
	return driver.Status{}
}
