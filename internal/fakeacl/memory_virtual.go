// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/hostmem"
)

// virtualMemory is the reserved addresses of a machine and the physical memory that is mapped
// there. Its lock is below that of a device.
type virtualMemory struct {
	log func(msg string)

	mu      sync.Mutex
	ranges  []*reservation // by address
	next    driver.Addr    // where the next one is looked for
	store   hostmem.Store
	handles map[driver.PhysicalMem]*physicalHandle
	shared  map[uint64]*physicalHandle // exported ones
	closed  bool
}

// reservation is one range of reserved addresses.
type reservation struct {
	*region
	maps mappings
}

// checkVirtual is what all calls of virtual memory check first. They need no context.
func (m *Machine) checkVirtual(op string, ac driver.Context) driver.Status {
	if m.cfg.NoVirtual {
		return fail(driver.RTFeatureNotSupport, unsupported, op, "%s has no virtual memory", m.cfg.Product)
	}
	if ac == 0 {
		return driver.Status{}
	}
	c, st := m.lock(op, ac)
	if st.OK() {
		c.device.mu.Unlock()
	}
	return st
}

// at returns the range that an address lies in, or nil.
func (v *virtualMemory) at(a driver.Addr) *reservation {
	if i := v.after(a); i > 0 && v.ranges[i-1].contains(a) {
		return v.ranges[i-1]
	}
	return nil
}

// after returns the index of the first range that begins after a.
func (v *virtualMemory) after(a driver.Addr) int {
	i, _ := slices.BinarySearchFunc(v.ranges, a, func(r *reservation, a driver.Addr) int {
		return cmp.Compare(r.base, a+1)
	})
	return i
}

// virtualOperand is operand for an address in virtual memory. The device by, which accesses
// it, is locked.
func (m *Machine) virtualOperand(op, name string, by *device, a driver.Addr, n uint64, writes bool) (operand, driver.Status) {
	v := &m.virtual
	v.mu.Lock()
	defer v.mu.Unlock()
	r, err := v.accessible(by, a, n, writes)
	if err != nil {
		return operand{}, fail(driver.RTParamInvalid, badArgument, op, "%s: %v", name, err)
	}
	return operand{region: r.region, off: r.offset(a), by: by, writes: writes}, driver.Status{}
}

// accessible returns the range of an address if a device may access n bytes there. The device
// is locked.
func (v *virtualMemory) accessible(by *device, a driver.Addr, n uint64, writes bool) (*reservation, error) {
	r := v.at(a)
	if r == nil {
		return nil, fmt.Errorf("%s a reserved range", notIn(n, a))
	}
	return r, r.maps.check(by, r.offset(a), n, writes, uint64(r.base))
}

// view returns n bytes at an address, for the time until the region's unview.
func (v *virtualMemory) view(by *device, a driver.Addr, n uint64, writes bool) (view, []byte, error) {
	by.mu.Lock()
	defer by.mu.Unlock()
	v.mu.Lock()
	defer v.mu.Unlock()
	r := v.at(a)
	if r == nil {
		return view{}, nil, fmt.Errorf("%s a reserved range", notIn(n, a))
	}
	b, err := v.lockedView(by, r.region, r.offset(a), n, writes)
	return view{r.region, r.offset(a), n}, b, err
}

// with calls f with n bytes of an operand. The device that accesses them is locked.
func (v *virtualMemory) with(o operand, n uint64, f func([]byte)) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	b, err := v.lockedView(o.by, o.region, o.off, n, o.writes)
	if err != nil {
		return err
	}
	defer o.region.unview(o.off, n)
	f(b)
	return nil
}

// virtualView views n bytes of an operand in virtual memory.
func (o operand) virtualView(n uint64) ([]byte, error) {
	o.by.mu.Lock()
	defer o.by.mu.Unlock()
	v := &o.by.machine.virtual
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.lockedView(o.by, o.region, o.off, n, o.writes)
}

// lockedView returns [off, off+n) of a range, for the time until the region's unview. The
// range may have been released. The device that accesses it is locked.
func (v *virtualMemory) lockedView(by *device, in *region, off, n uint64, writes bool) ([]byte, error) {
	a := in.base + driver.Addr(off)
	r, err := v.accessible(by, a, n, writes)
	if err != nil {
		return nil, err
	}
	if r.region != in {
		return nil, fmt.Errorf("%s the range of addresses that was reserved there", notIn(n, a))
	}
	return r.view(off, n)
}

// drop takes away what needs the memory of a device, or is used by it. The device is locked.
func (v *virtualMemory) drop(d *device) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, r := range v.ranges {
		for _, x := range r.maps.all() {
			if x.handle.needs(d) {
				v.unmap(r, x)
			}
		}
	}
	for _, h := range v.handles {
		if h.needs(d) {
			v.free(h, h.refs)
		}
	}
}

// close gives everything back.
func (v *virtualMemory) close() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, r := range v.ranges {
		r.close()
	}
	v.ranges, v.handles, v.shared, v.closed = nil, nil, nil, true
	if err := v.store.Close(); err != nil {
		return errors.Join(errors.New("the virtual memory"), err)
	}
	return nil
}
