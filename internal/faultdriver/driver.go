// SPDX-License-Identifier: Apache-2.0

package faultdriver

import (
	"sync"
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Driver is a driver.API and a driver.VirtualMemory over another one. It is safe for concurrent use; its hooks run
// on the goroutine of the call, without a lock held.
type Driver struct {
	// Replace holds functions to call instead of methods of the inner driver. Calls of
	// them are counted and can fail like any other. Set them before the driver is used,
	// or while nothing calls it.
	Replace Methods

	inner driver.API
	idle  bool        // calls are not counted: see NewIdle
	busy  atomic.Bool // calls do not simply go on to the inner driver

	mu     sync.Mutex
	only   driver.Context
	hidden map[string]bool
	rules  []*Rule
	record record
}

var (
	_ driver.API           = (*Driver)(nil)
	_ driver.VirtualMemory = (*Driver)(nil)
)

// Call is one call of a C function.
type Call struct {
	Function string         // the C name
	Context  driver.Context // made current for the call; 0 where the function needs none
	Stream   driver.Stream  // 0 where the function takes none, and for the default stream
	Device   int32          // one more than the number of the device; 0 where the function takes none
}

// New returns a wrapper of inner. With a nil inner driver only the methods in
// [Driver.Replace] may be called.
func New(inner driver.API) *Driver {
	d := &Driver{inner: inner, hidden: map[string]bool{}, record: newRecord()}
	d.busy.Store(true)
	return d
}

// NewIdle returns a wrapper of inner that counts nothing, so that a call costs next to
// nothing while there is no rule.
func NewIdle(inner driver.API) *Driver {
	return &Driver{inner: inner, idle: true, hidden: map[string]bool{}, record: newRecord()}
}

// passes reports whether a call simply goes on to the inner driver.
func (d *Driver) passes() bool { return !d.busy.Load() }

// setBusy makes calls go through the rules if there is a reason to. The lock is held.
func (d *Driver) setBusy() { d.busy.Store(!d.idle || len(d.rules) > 0 || len(d.hidden) > 0) }

// Only limits what is counted, and the rules, to calls that take the context ac. Zero
// lifts the limit.
func (d *Driver) Only(ac driver.Context) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.only = ac
}

// Hide makes the driver behave as a library that lacks a C function: Has reports false,
// and calls return driver.CodeNoSymbol.
func (d *Driver) Hide(function string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hidden[function] = true
	d.setBusy()
}

func (d *Driver) hides(function string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.hidden[function]
}

// Unwrap returns the inner driver.
func (d *Driver) Unwrap() driver.API { return d.inner }

// Describe returns the description of the inner driver.
func (d *Driver) Describe() string {
	if d.inner == nil {
		return "faultdriver"
	}
	return d.inner.Describe()
}

// Has reports whether the inner driver has a C function that is not hidden.
func (d *Driver) Has(function string) bool {
	return !d.hides(function) && (d.inner == nil || d.inner.Has(function))
}

// BatchFunction is the name that MemPoolBatch, which is no C function, goes by.
const BatchFunction = "MemPoolBatch"

// MemPoolBatch counts as a call of [BatchFunction] and then makes the operations one by
// one, so that each of them is counted and can fail.
func (d *Driver) MemPoolBatch(ac driver.Context, p driver.Pool, ops []driver.BatchOp) driver.Status {
	if d.passes() {
		return d.inner.MemPoolBatch(ac, p, ops)
	}
	ran := false
	st := d.do(Call{Function: BatchFunction, Context: ac}, func() driver.Status {
		ran = true
		return driver.OneByOne(d, ac, p, ops)
	})
	if !ran {
		for i := range ops {
			ops[i].Code = st.Code
		}
	}
	return st
}

// do makes a call as the rules say.
func (d *Driver) do(c Call, call func() driver.Status) driver.Status {
	if d.hides(c.Function) {
		return driver.Fail(driver.CodeNoSymbol, c.Function)
	}
	rules, counted := d.enter(c)
	for _, r := range rules {
		if r.before == nil {
			continue
		}
		if st, goOn := r.before(c); !goOn || !st.OK() {
			return st
		}
	}
	st := call()
	if !st.OK() {
		for _, r := range rules {
			if r.failed != nil {
				r.failed(c, st)
			}
		}
		return st
	}
	if counted {
		d.succeeded(c)
	}
	for _, r := range rules {
		if r.after == nil {
			continue
		}
		if st := r.after(c); !st.OK() {
			return st
		}
	}
	return st
}

// enter counts a call and returns the rules that apply to it.
func (d *Driver) enter(c Call) (rules []*Rule, counted bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.only != 0 && c.Context != d.only {
		return nil, false
	}
	if !d.idle {
		d.record.call(c)
	}
	for _, r := range d.rules {
		if r.applies(c) {
			rules = append(rules, r)
		}
	}
	return rules, !d.idle
}

func (d *Driver) succeeded(c Call) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.record.succeeded[c.Function]++
}
