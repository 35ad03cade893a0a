// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/sim"
)

// faulty is a driver whose calls fail on demand. What fails does not reach the
// driver below. It counts the calls.
type faulty struct {
	driver.API
	lacks   string                 // a function that the library does not have
	fails   map[string]driver.Code // the next call of a function fails with that, once
	forgets driver.PoolAttr        // an attribute that is set to nothing
	ac      driver.Context         // of the device; those of a probe are left alone
	calls   map[string]int
	before  map[string]func() // what happens before each call of a function
	left    int               // 1 is a call that fails, more are as many before it
	failed  string            // the function that this was
	alive   map[string]int    // by kind: what was made and not destroyed
}

func (f *faulty) Has(symbol string) bool { return symbol != f.lacks && f.API.Has(symbol) }

func (f *faulty) call(ac driver.Context, name string) (driver.Status, bool) {
	if f.ac != 0 && ac != f.ac {
		return driver.Status{}, false
	}
	f.calls[name]++
	if before := f.before[name]; before != nil {
		before()
	}
	code, bad := f.fails[name]
	delete(f.fails, name)
	if f.left > 0 {
		if f.left--; f.left == 0 {
			code, bad, f.failed = driver.RTParamInvalid, true, name
		}
	}
	return driver.Fail(code, "made to fail"), bad
}

// count counts what a call that succeeds makes or destroys.
func (f *faulty) count(ac driver.Context, kind string, n int, st driver.Status) driver.Status {
	if st.OK() && ac == f.ac {
		f.alive[kind] += n
	}
	return st
}

func (f *faulty) CreateStream(ac driver.Context) (driver.Stream, driver.Status) {
	if st, bad := f.call(ac, "CreateStream"); bad {
		return 0, st
	}
	s, st := f.API.CreateStream(ac)
	return s, f.count(ac, "stream", 1, st)
}

func (f *faulty) DestroyStream(ac driver.Context, s driver.Stream) driver.Status {
	if st, bad := f.call(ac, "DestroyStream"); bad {
		return st
	}
	return f.count(ac, "stream", -1, f.API.DestroyStream(ac, s))
}

func (f *faulty) DestroyStreamForce(ac driver.Context, s driver.Stream) driver.Status {
	if st, bad := f.call(ac, "DestroyStreamForce"); bad {
		return st
	}
	return f.count(ac, "stream", -1, f.API.DestroyStreamForce(ac, s))
}

func (f *faulty) SynchronizeStream(ac driver.Context, s driver.Stream) driver.Status {
	if st, bad := f.call(ac, "SynchronizeStream"); bad {
		return st
	}
	return f.API.SynchronizeStream(ac, s)
}

func (f *faulty) StreamQuery(ac driver.Context, s driver.Stream) (driver.StreamStatus, driver.Status) {
	if st, bad := f.call(ac, "StreamQuery"); bad {
		return driver.StreamNotReady, st
	}
	return f.API.StreamQuery(ac, s)
}

func (f *faulty) CreateEventExWithFlag(ac driver.Context, flags uint32) (driver.Event, driver.Status) {
	if st, bad := f.call(ac, "CreateEventExWithFlag"); bad {
		return 0, st
	}
	e, st := f.API.CreateEventExWithFlag(ac, flags)
	return e, f.count(ac, "event", 1, st)
}

func (f *faulty) QueryEventStatus(ac driver.Context, e driver.Event) (driver.EventRecordedStatus, driver.Status) {
	if st, bad := f.call(ac, "QueryEventStatus"); bad {
		return driver.EventNotReady, st
	}
	return f.API.QueryEventStatus(ac, e)
}

func (f *faulty) SynchronizeEvent(ac driver.Context, e driver.Event) driver.Status {
	if st, bad := f.call(ac, "SynchronizeEvent"); bad {
		return st
	}
	return f.API.SynchronizeEvent(ac, e)
}

func (f *faulty) MemPoolCreate(ac driver.Context, p driver.PoolProps) (driver.Pool, driver.Status) {
	if st, bad := f.call(ac, "MemPoolCreate"); bad {
		return 0, st
	}
	h, st := f.API.MemPoolCreate(ac, p)
	return h, f.count(ac, "pool", 1, st)
}

func (f *faulty) MemPoolDestroy(ac driver.Context, p driver.Pool) driver.Status {
	if st, bad := f.call(ac, "MemPoolDestroy"); bad {
		return st
	}
	return f.count(ac, "pool", -1, f.API.MemPoolDestroy(ac, p))
}

func (f *faulty) MemPoolSetAttr(ac driver.Context, p driver.Pool, attr driver.PoolAttr, value uint64) driver.Status {
	if st, bad := f.call(ac, "MemPoolSetAttr"); bad {
		return st
	}
	if attr == f.forgets && ac == f.ac {
		return driver.Status{}
	}
	return f.API.MemPoolSetAttr(ac, p, attr, value)
}

func (f *faulty) MemPoolGetAttr(ac driver.Context, p driver.Pool, attr driver.PoolAttr) (uint64, driver.Status) {
	if st, bad := f.call(ac, "MemPoolGetAttr"); bad {
		return 0, st
	}
	return f.API.MemPoolGetAttr(ac, p, attr)
}

func (f *faulty) MallocAsync(ac driver.Context, p driver.Pool, size uint64, s driver.Stream) (driver.Addr, driver.Status) {
	if st, bad := f.call(ac, "MallocAsync"); bad {
		return 0, st
	}
	return f.API.MallocAsync(ac, p, size, s)
}

func (f *faulty) FreeAsync(ac driver.Context, a driver.Addr, s driver.Stream) driver.Status {
	if st, bad := f.call(ac, "FreeAsync"); bad {
		return st
	}
	return f.API.FreeAsync(ac, a, s)
}

func (f *faulty) MemPoolTrimTo(ac driver.Context, p driver.Pool, keep uint64) driver.Status {
	if st, bad := f.call(ac, "MemPoolTrimTo"); bad {
		return st
	}
	return f.API.MemPoolTrimTo(ac, p, keep)
}

func (f *faulty) MemPoolBatch(ac driver.Context, p driver.Pool, ops []driver.BatchOp) driver.Status {
	if st, bad := f.call(ac, "MemPoolBatch"); bad {
		for i := range ops {
			ops[i].Code = st.Code
		}
		return st
	}
	return driver.OneByOne(f, ac, p, ops) // whose calls can fail
}

func (f *faulty) RecordEvent(ac driver.Context, e driver.Event, s driver.Stream) driver.Status {
	if st, bad := f.call(ac, "RecordEvent"); bad {
		return st
	}
	return f.API.RecordEvent(ac, e, s)
}

func (f *faulty) DestroyEvent(ac driver.Context, e driver.Event) driver.Status {
	if st, bad := f.call(ac, "DestroyEvent"); bad {
		return st
	}
	return f.count(ac, "event", -1, f.API.DestroyEvent(ac, e))
}

func (f *faulty) MemInfo(ac driver.Context, attr driver.MemAttr) (free, total uint64, _ driver.Status) {
	if st, bad := f.call(ac, "MemInfo"); bad {
		return 0, 0, st
	}
	return f.API.MemInfo(ac, attr)
}

// newFaulty opens a device behind a faulty driver. The log gets what is reported.
func newFaulty(t testing.TB) (*acl.Device, *faulty, *observer.ObservedLogs) {
	t.Helper()
	return newFaultyOn(t, sim.Config{})
}

func newFaultyOn(t testing.TB, cfg sim.Config) (*acl.Device, *faulty, *observer.ObservedLogs) {
	t.Helper()
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, cfg)
	f := &faulty{API: (*opaque.Machine)(m.Sim()).Inner().Driver, fails: map[string]driver.Code{}, calls: map[string]int{}, before: map[string]func(){}, alive: map[string]int{}}
	level, logs := observer.New(zap.WarnLevel)
	rt := core.NewRuntime(f, zap.New(level), true)
	opened, err := opaque.OpenDevice(rt, 0, nil)
	require.NoError(t, err)
	dev := (*acl.Device)(opened)
	f.ac = opened.Inner().Context
	t.Cleanup(func() { assert.NoError(t, dev.Close(context.Background())) })
	return dev, f, logs
}
