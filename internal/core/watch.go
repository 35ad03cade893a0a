// SPDX-License-Identifier: Apache-2.0

package core

import (
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	checker "github.com/ascend-go/aclpool/internal/hazard"
)

// watch is a call of the program whose operation the device watches: what it does to memory is
// checked by the order in which it was enqueued. The arguments of a kernel were checked then.
type watch struct {
	checks *checks
	by     checker.Operation
	uses   []checker.Access
	next   *watch // in the list of those for reuse
}

var _ driver.Watch = (*watch)(nil)

// Watch has the device watch what the operation does to memory, if it can. It comes before
// Check.
func (o *Op) Watch() {
	if o != nil {
		o.watched = true
	}
}

// beginWatch watches the next operation of the stream.
func (o *Op) beginWatch() {
	if !o.watched {
		return
	}
	w, ok := driver.As[driver.Watcher](o.stream.Device.Driver)
	if !ok {
		o.watched = false
		return
	}
	o.watch = o.checks.newWatch(o)
	w.WatchNext(o.stream.Handle, o.watch)
}

func (c *checks) newWatch(o *Op) *watch {
	c.clock.mu.Lock()
	defer c.clock.mu.Unlock()
	w := c.watches
	if w == nil {
		w = &watch{checks: c}
	} else {
		c.watches = w.next
	}
	w.by, w.next = o.by, nil
	w.by.Stamp = o.stream.line.Coming()
	w.uses = append(w.uses[:0], o.uses...)
	return w
}

// cancelWatch takes beginWatch back: the driver has not enqueued the operation.
func (o *Op) cancelWatch() {
	if o.watch == nil {
		return
	}
	w, _ := driver.As[driver.Watcher](o.stream.Device.Driver)
	w.WatchNext(o.stream.Handle, nil)
	o.watch.Ended()
}

// Used checks memory that a kernel gets by an address alone: what it gets by an argument with
// a size was checked when it was enqueued.
func (w *watch) Used(a driver.Addr, size uint64, write bool) (compare bool) {
	use := checker.Access{Range: DeviceRange(a, size), Mode: hazard.Read}
	if write {
		use.Mode = hazard.ReadWrite
	}
	if arg := w.argument(use.Range); arg != nil {
		return arg.Mode == hazard.Read
	}
	w.checks.clock.mu.Lock()
	found := w.checks.checker.Access(w.by, []checker.Access{use})
	w.checks.clock.mu.Unlock()
	w.checks.deliver(found)
	return !write
}

// argument returns the argument that gives the kernel all of a range, nil if there is none. One
// for writing comes before one for reading.
func (w *watch) argument(r checker.Range) *checker.Access {
	var found *checker.Access
	for i := range w.uses {
		arg := &w.uses[i]
		if arg.Mode == hazard.None || arg.Space != r.Space || arg.Addr > r.Addr || r.Addr-arg.Addr > arg.Size || r.Size > arg.Size-(r.Addr-arg.Addr) {
			continue
		}
		if arg.Mode != hazard.Read {
			return arg
		}
		found = arg
	}
	return found
}

// Changed reports a change of memory that the operation reads.
func (w *watch) Changed(m driver.Mem, size uint64) {
	r := DeviceRange(m.Addr, size)
	if m.Host != nil {
		r = HostRange(m, size)
	}
	read := checker.Access{Range: r, Mode: hazard.Read}
	if arg := w.argument(r); arg != nil {
		read.Argument = arg.Argument
	}
	w.checks.clock.mu.Lock()
	found := w.checks.checker.Changed(w.by, read)
	w.checks.clock.mu.Unlock()
	w.checks.deliver([]checker.Finding{found})
}

// Ended gives up the stamp, and the watch for reuse.
func (w *watch) Ended() {
	c := w.checks
	c.clock.mu.Lock()
	defer c.clock.mu.Unlock()
	w.by.Stamp.Release()
	w.by = checker.Operation{}
	w.next, c.watches = c.watches, w
}
