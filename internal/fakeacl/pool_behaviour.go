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

// Behaviour is what the pools of a machine do: what is documented, which is the zero
// value, or what a release of the vendor's runtime really does.
type Behaviour string

const (
	Documented Behaviour = "documented"
	CANN90     Behaviour = "cann90"     // 9.0: no allocation calls
	CANN91     Behaviour = "cann91"     // 9.1: no reuse by event, nothing is trimmed
	CANNMaster Behaviour = "cannmaster" // 9.2 beta and after: no reuse at all
	CANNDev    Behaviour = "canndev"    // the full algorithm as published
)

var (
	_ poolmodel.Model = (*documented.Pool)(nil)
	_ poolmodel.Model = (*releases.Pool)(nil)
)

// release returns the release of a behaviour, nil for the documented one.
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

// Check returns errclass.Invalid, with what is allowed, for a behaviour that there is not.
func (b Behaviour) Check() error {
	_, err := b.release()
	return err
}

// newModel makes the model of a pool of size bytes.
func (p *pool) newModel(size uint64) poolmodel.Model {
	if r := p.device.machine.release; r != nil {
		return releases.New(*r, size, p, p.device.history)
	}
	return documented.New(size, p)
}

// missing returns a call that the release does not have, with false for one that it has.
func (m *Machine) missing(symbol string) (driver.Status, bool) {
	if m.lacks(symbol) {
		return driver.Fail(driver.CodeNoSymbol, symbol), true
	}
	return driver.Status{}, false
}

// takesAtExecution reports whether the memory of an allocation is taken when it executes.
func (p *pool) takesAtExecution() bool { return p.device.machine.release != nil }

// trimAll is what a wait of the host brings to the pools. With the books of a release
// those of every device are meant, and the lock is let go of meanwhile.
func (d *device) trimAll() {
	for p := range d.pools.all() {
		p.model.Synchronized()
	}
	if r := d.machine.release; r != nil && r.Followed {
		d.others(poolmodel.Model.Synchronized)
	}
}

// failedWait is what a wait for a stream or a context brings to the pools of a release
// when it fails: the same as when it succeeds.
func (d *device) failedWait(st driver.Status) driver.Status {
	if r := d.machine.release; !st.OK() && r != nil && r.Followed {
		d.trimAll()
	}
	return st
}

// trimOnExhaustion gives the cached memory of idle pools back, for a plain allocation that found
// none. It reports whether the allocation is to be tried again.
func (d *device) trimOnExhaustion() bool {
	if r := d.machine.release; r == nil || !r.Followed {
		return false
	}
	starve := func(b poolmodel.Model) { b.(*releases.Pool).TrimOnExhaustion() }
	for p := range d.pools.all() {
		starve(p.model)
	}
	d.others(starve)
	return true
}

// others tells the books of all other devices something. The device is locked before and
// after, not meanwhile.
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
