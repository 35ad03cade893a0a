// SPDX-License-Identifier: Apache-2.0

package faultdriver_test

import (
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
)

// newDriver returns a driver whose streams are numbers and whose inner driver is none.
func newDriver() *faultdriver.Driver {
	d := faultdriver.New(nil)
	d.Replace.CreateStream = func(ac driver.Context) (driver.Stream, driver.Status) {
		return driver.Stream(ac) * 10, driver.Status{}
	}
	d.Replace.DestroyStream = func(driver.Context, driver.Stream) driver.Status { return driver.Status{} }
	d.Replace.MallocAsync = func(_ driver.Context, _ driver.Pool, size uint64, _ driver.Stream) (driver.Addr, driver.Status) {
		return driver.Addr(size), driver.Status{}
	}
	d.Replace.FreeAsync = func(driver.Context, driver.Addr, driver.Stream) driver.Status { return driver.Status{} }
	return d
}

const (
	create  = "aclrtCreateStream"
	destroy = "aclrtDestroyStream"
	malloc  = "aclrtMemPoolMallocAsync"
	free    = "aclrtMemPoolFreeAsync"
)

// calls creates and destroys n streams and returns the codes.
func calls(d *faultdriver.Driver, n int) (codes []driver.Code) {
	for range n {
		_, st := d.CreateStream(1)
		codes = append(codes, st.Code, d.DestroyStream(1, 10).Code)
	}
	return codes
}

const bad = driver.RTInternalError

func TestFailNth(t *testing.T) {
	tests := map[string]struct {
		n         int
		functions []string
		want      []driver.Code
		fired     string
	}{
		"the first of all":        {1, nil, []driver.Code{bad, 0, 0, 0}, create},
		"the fourth of all":       {4, nil, []driver.Code{0, 0, 0, bad}, destroy},
		"the second of one":       {2, []string{create}, []driver.Code{0, 0, bad, 0}, create},
		"the third of two":        {3, []string{create, destroy}, []driver.Code{0, 0, bad, 0}, create},
		"more than there are":     {5, nil, []driver.Code{0, 0, 0, 0}, ""},
		"a function never called": {1, []string{malloc}, []driver.Code{0, 0, 0, 0}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d := newDriver()
			r := d.FailNth(tt.n, bad, tt.functions...)
			assert.Equal(t, tt.want, calls(d, 2))
			assert.Equal(t, tt.fired, r.Fired())
			r.Remove()
			assert.Equal(t, make([]driver.Code, 4), calls(d, 2))
		})
	}
}

func TestFailedCallDoesNotReachTheInnerDriver(t *testing.T) {
	d := newDriver()
	d.Fail(create, bad)
	s, st := d.CreateStream(1)
	assert.Zero(t, s)
	assert.Equal(t, driver.Fail(bad, "made to fail by the test"), st)
	assert.Equal(t, 1, d.Count(create))
	assert.Zero(t, d.Succeeded(create))

	d.FailAfter(1, bad, create)
	s, st = d.CreateStream(1)
	assert.EqualValues(t, 10, s)
	assert.Equal(t, bad, st.Code)
	assert.Equal(t, 1, d.Succeeded(create), "it was carried out")
}

func TestHooks(t *testing.T) {
	d := newDriver()
	var seen []string
	note := func(when string) func(faultdriver.Call) driver.Status {
		return func(c faultdriver.Call) driver.Status {
			seen = append(seen, when+" "+c.Function)
			assert.EqualValues(t, 1, c.Context)
			return driver.Status{}
		}
	}
	d.Before(note("before"))
	d.After(note("after"), destroy)
	calls(d, 1)
	assert.Equal(t, []string{"before " + create, "before " + destroy, "after " + destroy}, seen)
	d.ClearRules()
	calls(d, 1)
	assert.Len(t, seen, 3)
	assert.Equal(t, []string{create, destroy, create, destroy}, d.Calls())
}

func TestHookMayCallTheDriver(t *testing.T) {
	d := newDriver()
	d.Before(func(faultdriver.Call) driver.Status {
		d.DestroyStream(1, 10)
		return driver.Status{}
	}, create)
	calls(d, 1)
	assert.Equal(t, 2, d.Count(destroy))
}

func TestOnlyOneContext(t *testing.T) {
	d := newDriver()
	d.Only(2)
	r := d.FailNth(1, bad)
	calls(d, 1) // in context 1
	assert.Empty(t, r.Fired())
	assert.Zero(t, d.Count(create, destroy))
	_, st := d.CreateStream(2)
	assert.Equal(t, bad, st.Code)
	assert.Equal(t, 1, d.Count(create))
	d.Only(0)
	calls(d, 1)
	assert.Equal(t, 3, d.Count(create, destroy))
}

func TestHide(t *testing.T) {
	d := newDriver()
	require.True(t, d.Has(create))
	d.Hide(create)
	assert.False(t, d.Has(create))
	_, st := d.CreateStream(1)
	assert.Equal(t, driver.Fail(driver.CodeNoSymbol, create), st)
}

func TestBlock(t *testing.T) {
	d := newDriver()
	g := d.Block(2, create)
	done := make(chan []driver.Code)
	go func() { done <- calls(d, 3) }()
	<-g.Reached()
	assert.Equal(t, 2, d.Count(create))
	assert.Equal(t, 1, d.Succeeded(create))
	g.Release()
	g.Release()
	assert.Equal(t, make([]driver.Code, 6), <-done)
}

func TestOperationsOfABatch(t *testing.T) {
	ops := make([]driver.BatchOp, 3)
	ops[0].SetMalloc(64, 1)
	ops[1].SetFreeOf(0, 1)
	ops[2].SetMalloc(128, 1)

	d := newDriver()
	require.True(t, d.MemPoolBatch(1, 1, ops).OK())
	assert.Equal(t, []string{faultdriver.BatchFunction, malloc, free, malloc}, d.Calls())
	assert.EqualValues(t, 128, ops[2].Addr)

	d.Fail(free, bad)
	assert.Equal(t, bad, d.MemPoolBatch(1, 1, ops).Code)
	assert.Equal(t, []driver.Code{0, bad, 0}, []driver.Code{ops[0].Code, ops[1].Code, ops[2].Code})

	d.Fail(faultdriver.BatchFunction, bad)
	before := d.Count(malloc)
	assert.Equal(t, bad, d.MemPoolBatch(1, 1, ops).Code)
	assert.Equal(t, []driver.Code{bad, bad, bad}, []driver.Code{ops[0].Code, ops[1].Code, ops[2].Code})
	assert.Equal(t, before, d.Count(malloc))
}

func TestManyGoroutines(t *testing.T) {
	d := newDriver()
	r := d.FailNth(50, bad, create)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 25 {
				calls(d, 1)
				d.Before(func(faultdriver.Call) driver.Status { return driver.Status{} }, malloc).Remove()
			}
		})
	}
	wg.Wait()
	assert.Equal(t, 100, d.Count(create))
	assert.Equal(t, 99, d.Succeeded(create), "one has failed")
	assert.Equal(t, create, r.Fired())
}

// Every method of the interfaces goes through the rules, under the name of a C function.
func TestEveryMethodCanFail(t *testing.T) {
	d := faultdriver.New(nil)
	d.Before(func(faultdriver.Call) driver.Status { return driver.Fail(bad, "") })
	for _, api := range []reflect.Type{reflect.TypeFor[driver.API](), reflect.TypeFor[driver.VirtualMemory]()} {
		for i := range api.NumMethod() {
			if name := api.Method(i).Name; name != "Describe" && name != "Has" {
				checkMethodFails(t, d, api.Method(i))
			}
		}
	}
}

func checkMethodFails(t *testing.T, d *faultdriver.Driver, m reflect.Method) {
	t.Helper()
	var args []reflect.Value
	for p := range m.Type.NumIn() {
		args = append(args, reflect.Zero(m.Type.In(p)))
	}
	before := len(d.Calls())
	results := reflect.ValueOf(d).MethodByName(m.Name).Call(args)
	require.Len(t, d.Calls(), before+1, m.Name)
	if m.Name != "MemPoolBatch" {
		assert.True(t, strings.HasPrefix(d.Calls()[before], "acl"), m.Name)
	}
	if st, ok := results[len(results)-1].Interface().(driver.Status); ok {
		assert.Equal(t, bad, st.Code, m.Name)
	}
}

// resetter is an optional interface.
type resetter interface{ Reset() int }

type withReset struct{ driver.API }

func (withReset) Reset() int { return 7 }

func TestOptionalInterfacesOfTheInnerDriver(t *testing.T) {
	d := faultdriver.New(faultdriver.New(withReset{}))
	r, ok := driver.As[resetter](d)
	require.True(t, ok)
	assert.Equal(t, 7, r.Reset())
	_, ok = driver.As[resetter](newDriver())
	assert.False(t, ok)
}
