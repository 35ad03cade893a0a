// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"strings"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel/documented"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel/releases"
)

// Behaviour is how the pools of a machine behave: as documented, which is the zero value, or
// as in a release of the vendor's runtime.
type Behaviour string

const (
	Documented Behaviour = "documented"
	CANN90     Behaviour = "cann90"     // 9.0: no allocation calls
	CANN91     Behaviour = "cann91"     // 9.1: no reuse by event, no trims
	CANNMaster Behaviour = "cannmaster" // 9.2 beta and after: no reuse at all
	CANNDev    Behaviour = "canndev"    // the full algorithm as published
)

var (
	_ poolmodel.Model = (*documented.Pool)(nil)
	_ poolmodel.Model = (*releases.Pool)(nil)
)

// release returns the release of a behaviour, or nil for the documented one.
func (b Behaviour) release() (*releases.Release, error) {
	if b == "" || b == Documented {
		return nil, nil
	}
	names := []string{string(Documented)}
	for _, r := range releases.All() {
		if r.Name == string(b) {
			return &r, nil
		}
		names = append(names, r.Name)
	}
	return nil, fmt.Errorf("no behaviour %q: want one of %s: %w", string(b), strings.Join(names, ", "), errclass.Invalid)
}

// Check returns errclass.Invalid for an unknown behaviour, with a list of the known ones.
func (b Behaviour) Check() error {
	_, err := b.release()
	return err
}

// newModel returns the model of a pool of size bytes.
func (p *pool) newModel(size uint64) poolmodel.Model {
	if r := p.device.machine.release; r != nil {
		return releases.New(*r, size, p, p.device.history)
	}
	return documented.New(size, p)
}

// missing returns the status of a call that the release does not have, and false for one that
// it has.
func (m *Machine) missing(symbol string) (driver.Status, bool) {
	if m.lacks(symbol) {
		return driver.Fail(driver.CodeNoSymbol, symbol), true
	}
	return driver.Status{}, false
}

// takesAtExecution reports whether the memory of an allocation is taken when it executes.
func (p *pool) takesAtExecution() bool { return p.device.machine.release != nil }

// trimAll trims pools after a wait of the host: those of the device or, with the behaviour of a
// release, those of all devices. In that case it unlocks the device meanwhile.
func (d *device) trimAll() {
	d.tellPools()
	for p := range d.pools.all() {
		p.model.Synchronized()
	}
	if r := d.machine.release; r != nil && r.Followed {
		d.others(poolmodel.Model.Synchronized)
	}
}

// failedWait trims the pools of a release after a failed wait for a stream or a context, as
// after a successful one.
func (d *device) failedWait(st driver.Status) driver.Status {
	if r := d.machine.release; !st.OK() && r != nil && r.Followed {
		d.trimAll()
	}
	return st
}

// trimOnExhaustion returns the cached memory of idle pools to the device, after a plain
// allocation has failed. It reports whether the allocation should be tried again.
func (d *device) trimOnExhaustion() bool {
	if r := d.machine.release; r == nil || !r.Followed {
		return false
	}
	trim := func(b poolmodel.Model) { b.(*releases.Pool).TrimOnExhaustion() }
	for p := range d.pools.all() {
		trim(p.model)
	}
	d.others(trim)
	return true
}

// others calls a function with the models of all other devices. The device is locked before
// and after, but not meanwhile.
func (d *device) others(tell func(poolmodel.Model)) {
	if len(d.machine.devices) == 1 {
		return
	}
	d.mu.Unlock()
	defer d.mu.Lock()
	for _, other := range d.machine.devices {
		if other == d {
			continue
		}
		other.mu.Lock()
		for p := range other.pools.all() {
			tell(p.model)
		}
		other.mu.Unlock()
	}
}
