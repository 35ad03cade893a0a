// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// Every device has a span of addresses: the arguments of running kernels, then plain
// allocations, then pools, then host memory that is registered. Virtual memory, which belongs to no device, has the span behind the
// last device. The first span begins beyond 48 bits, where no process has memory: a system may
// map memory, and Go its heap, anywhere below.
const (
	deviceSpan driver.Addr = 1 << 48
	firstSpan  driver.Addr = 1 << 52 / deviceSpan

	argumentStart driver.Addr = 0x1100_0000_0000

	heapStart driver.Addr = 0x1200_0000_0000
	poolStart driver.Addr = 0x2000_0000_0000
	poolEnd   driver.Addr = 0x5000_0000_0000

	mappedStart driver.Addr = 0x5800_0000_0000 // of registered host memory
	mappedEnd   driver.Addr = 0x6800_0000_0000

	virtualStart = (firstSpan + maxDevices) * deviceSpan
	virtualEnd   = virtualStart + deviceSpan
)

// IsDeviceAddress reports whether an address is one that only devices give out, whatever
// the machine: no host maps memory there. It need not be in use.
func IsDeviceAddress(a driver.Addr) bool {
	return isVirtualAddress(a) ||
		a/deviceSpan-firstSpan < maxDevices && a%deviceSpan >= argumentStart && a%deviceSpan < mappedEnd
}

// isVirtualAddress reports whether an address is one that only virtual memory has.
func isVirtualAddress(a driver.Addr) bool { return a >= virtualStart && a < virtualEnd }

// isPoolAddress reports whether an address is one that only pools of a device have.
func isPoolAddress(a driver.Addr) bool {
	return IsDeviceAddress(a) && !isVirtualAddress(a) && a%deviceSpan >= poolStart && a%deviceSpan < poolEnd
}

// deviceOf returns the device that an address can belong to, or nil.
func (m *Machine) deviceOf(a driver.Addr) *device {
	if i := a/deviceSpan - firstSpan; i < driver.Addr(len(m.devices)) {
		return m.devices[i]
	}
	return nil
}

func (d *device) start() driver.Addr { return (firstSpan + driver.Addr(d.id)) * deviceSpan }

// region returns the heap or the pool that an address lies in, or nil. The device is
// locked.
func (d *device) region(a driver.Addr) *region {
	if h := d.memory.heap; h != nil && h.contains(a) {
		return h.region
	}
	if p := d.poolAt(a); p != nil {
		return p.region
	}
	return nil
}

// poolAt returns the pool that an address lies in, or nil.
func (d *device) poolAt(a driver.Addr) *pool {
	pools := d.memory.pools
	if i := afterAddress(pools, a); i > 0 && pools[i-1].contains(a) {
		return pools[i-1]
	}
	return nil
}

// afterAddress returns the index of the first pool that begins after a.
func afterAddress(pools []*pool, a driver.Addr) int {
	i, end := 0, len(pools)
	for i < end { // a search with a comparison function is measurable in the time of a free
		if mid := (i + end) / 2; pools[mid].base <= a {
			i = mid + 1
		} else {
			end = mid
		}
	}
	return i
}

// placePool finds addresses for a new pool: after the last one made, so that those of a
// destroyed pool stay unused for long. False if there is no room.
func (d *device) placePool(size uint64) (driver.Addr, bool) {
	end := d.start() + poolEnd
	if r := d.machine.release; r != nil && r.AddressSpace > 0 {
		end = d.start() + poolStart + driver.Addr(r.AddressSpace)
	}
	from := max(d.memory.nextPool, d.start()+poolStart)
	for range 2 {
		for _, p := range d.memory.pools {
			if p.base >= from && uint64(p.base-from) >= size {
				break
			}
			from = max(from, p.base+driver.Addr(p.size))
		}
		if uint64(end-from) >= size {
			d.memory.nextPool = from + driver.Addr(size)
			return from, true
		}
		from = d.start() + poolStart // once more from the beginning
	}
	return 0, false
}
