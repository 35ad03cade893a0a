// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"fmt"
	"iter"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/pool/ability"
)

// poolSize is the size of an experiment's pool in bytes. All its allocations fit, so reserved
// stays the same only if an allocation reuses memory.
const poolSize = 8 * driver.Granule

// scratchSize is how many bytes each memset fills, so many that it takes longer than the call
// that enqueues it.
const scratchSize = 64 << 10

// Failure is the first call of a probe that failed. The probe then fails, too.
type Failure struct {
	Op     string // C function
	Status driver.Status
}

// OK reports whether no call has failed.
func (f Failure) OK() bool { return f.Status.OK() }

// String returns the call and what it has returned.
func (f Failure) String() string { return fmt.Sprintf("%s returned %d", f.Op, f.Status.Code) }

// lab is what the experiments of a probe share. After the first call that fails, only calls
// that clean up are made.
type lab struct {
	d       *core.Device
	ac      driver.Context
	a, b    driver.Stream
	scratch driver.Addr // plain memory
	failure Failure
	open    bool   // an experiment has shown nothing either way
	lost    string // what the pools do not keep of what they are told, empty if they do
	cleanup leftovers
}

func openLab(d *core.Device) *lab {
	l := &lab{d: d}
	l.ac = made(l, "aclrtCreateContext", "aclrtDestroyContext", l.d.Driver.DestroyContext, func() (driver.Context, driver.Status) {
		return d.Driver.CreateContext(d.ID)
	})
	for name, s := range l.streams() {
		*s = made(l, "aclrtCreateStream", "aclrtDestroyStream", func(s driver.Stream) driver.Status { return d.Driver.DestroyStream(l.ac, s) },
			func() (driver.Stream, driver.Status) { return d.Driver.CreateStream(l.ac) })
		if *s != 0 {
			d.InternalStream(*s, name)
		}
	}
	l.scratch = made(l, "aclrtMalloc", "aclrtFree", func(a driver.Addr) driver.Status { return d.Driver.Free(l.ac, a) },
		func() (driver.Addr, driver.Status) {
			return d.Driver.Malloc(l.ac, scratchSize, driver.MallocNormalOnly)
		})
	return l
}

// streams yields the names of the streams, and where their handles are.
func (l *lab) streams() iter.Seq2[string, *driver.Stream] {
	return func(yield func(string, *driver.Stream) bool) {
		_ = yield("probe-a", &l.a) && yield("probe-b", &l.b)
	}
}

// close destroys all objects, and returns those that could not be destroyed.
func (l *lab) close() leftovers { return l.cleanup.destroyFrom(0) }

// try makes a call unless one has failed before.
func (l *lab) try(op string, call func() driver.Status) {
	if l.failure.OK() {
		l.failure = Failure{op, call()}
	}
}

// made creates an object, which close destroys.
func made[T any](l *lab, op, undo string, destroy func(T) driver.Status, create func() (T, driver.Status)) (object T) {
	l.try(op, func() (st driver.Status) {
		object, st = create()
		if st.OK() {
			l.cleanup = append(l.cleanup, leftover{undo: undo, destroy: func() driver.Status { return destroy(object) }})
		}
		return st
	})
	return object
}

// run makes an experiment with a new pool, which keeps its memory at a synchronize.
func (l *lab) run(experiment func(p *pool) ability.Finding) ability.Finding {
	before := len(l.cleanup)
	defer func() { l.cleanup = l.cleanup.destroyFrom(before) }()
	p := &pool{lab: l}
	p.handle = made(l, "aclrtMemPoolCreate", "aclrtMemPoolDestroy", func(h driver.Pool) driver.Status { return l.d.Driver.MemPoolDestroy(l.ac, h) },
		func() (driver.Pool, driver.Status) {
			return l.d.Driver.MemPoolCreate(l.ac, driver.PoolProps{
				AllocType: driver.AllocationPinned, HandleType: driver.HandleNone,
				LocationID: l.d.ID, LocationType: driver.LocationTypeDevice, MaxSize: poolSize,
			})
		})
	p.set(driver.PoolReleaseThreshold, poolSize)
	if got := p.get(driver.PoolReleaseThreshold); l.failure.OK() && got != poolSize {
		l.lost = SettingLost("the release threshold", poolSize, got)
	}
	for _, sw := range []driver.PoolAttr{driver.PoolReuseEvent, driver.PoolReuseOpportunistic, driver.PoolReuseInternal} {
		p.set(sw, 0)
	}
	found := experiment(p)
	l.sync(l.a)
	l.sync(l.b)
	if !l.failure.OK() {
		l.rest()
	}
	return found
}

// rest waits for enqueued work after a failure: events must not be destroyed before.
func (l *lab) rest() {
	for _, s := range []driver.Stream{l.a, l.b} {
		if s != 0 {
			l.d.Driver.SynchronizeStream(l.ac, s) // its result changes nothing any more
		}
	}
}

func (l *lab) sync(s driver.Stream) {
	l.try("aclrtSynchronizeStream", func() driver.Status {
		st := l.d.Driver.SynchronizeStream(l.ac, s)
		if core.Completed(st) {
			return driver.Status{}
		}
		return st
	})
}

// order orders further work on later after the work on earlier, by an event.
func (l *lab) order(earlier, later driver.Stream) {
	e := made(l, "aclrtCreateEventExWithFlag", "aclrtDestroyEvent", func(e driver.Event) driver.Status { return l.d.Driver.DestroyEvent(l.ac, e) },
		func() (driver.Event, driver.Status) {
			h, _, st := l.d.CreateEventIn(l.ac, false)
			return h, st
		})
	l.try("aclrtRecordEvent", func() driver.Status { return l.d.Driver.RecordEvent(l.ac, e, earlier) })
	l.try("aclrtStreamWaitEvent", func() driver.Status { return l.d.Driver.StreamWaitEvent(l.ac, later, e) })
}

// work keeps a stream busy: it fills the scratch memory n times.
func (l *lab) work(s driver.Stream, n int) {
	for range n {
		l.try("aclrtMemsetAsync", func() driver.Status {
			return l.d.Driver.MemsetAsync(l.ac, driver.OnDevice(l.scratch), scratchSize, 0, scratchSize, s)
		})
	}
}

// busy reports whether a stream has work left.
func (l *lab) busy(s driver.Stream) (busy bool) {
	l.try("aclrtStreamQuery", func() driver.Status {
		status, st := l.d.Driver.StreamQuery(l.ac, s)
		busy = st.OK() && status == driver.StreamNotReady
		if core.Completed(st) {
			return driver.Status{}
		}
		return st
	})
	return busy
}

// pool is the pool of one experiment.
type pool struct {
	*lab
	handle driver.Pool
}

func (p *pool) set(attr driver.PoolAttr, value uint64) {
	p.try("aclrtMemPoolSetAttr", func() driver.Status {
		return p.d.Driver.MemPoolSetAttr(p.ac, p.handle, attr, value)
	})
}

// alloc allocates granules on a stream, and reports whether it reused reserved memory.
func (p *pool) alloc(granules uint64, s driver.Stream) (a driver.Addr, reused bool) {
	before := p.reserved()
	p.try("aclrtMemPoolMallocAsync", func() (st driver.Status) {
		a, st = p.d.Driver.MallocAsync(p.ac, p.handle, granules*driver.Granule, s)
		return st
	})
	return a, p.reserved() == before
}

func (p *pool) free(a driver.Addr, s driver.Stream) {
	p.try("aclrtMemPoolFreeAsync", func() driver.Status { return p.d.Driver.FreeAsync(p.ac, a, s) })
}

// trim returns all memory that is not in use.
func (p *pool) trim() {
	p.try("aclrtMemPoolTrimTo", func() driver.Status { return p.d.Driver.MemPoolTrimTo(p.ac, p.handle, 0) })
}

func (p *pool) reserved() (bytes uint64) { return p.get(driver.PoolReserved) }

func (p *pool) get(attr driver.PoolAttr) (value uint64) {
	p.try("aclrtMemPoolGetAttr", func() (st driver.Status) {
		value, st = p.d.Driver.MemPoolGetAttr(p.ac, p.handle, attr)
		return st
	})
	return value
}
