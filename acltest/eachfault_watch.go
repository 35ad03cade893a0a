// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
)

// watch counts the calls of one run, and makes one of them fail.
type watch struct {
	fail faultCall // the call that fails; zero for none
	code driver.Code

	mu        sync.Mutex
	made      []faultCall
	count     map[string]int // calls of each function
	succeeded map[string]int
	resting   bool
	fired     bool
	releasing bool // it failed in a Close or a Free
}

// watchCalls puts a watch on a driver until it is stopped.
func watchCalls(d *faultdriver.Driver, fail faultCall, code driver.Code) (w *watch, stop func()) {
	w = &watch{fail: fail, code: code, count: map[string]int{}, succeeded: map[string]int{}}
	before, after := d.Before(w.before), d.After(w.after)
	return w, func() {
		before.Remove()
		after.Remove()
	}
}

func (w *watch) before(c faultdriver.Call) driver.Status {
	if c.Function == faultdriver.BatchFunction {
		return driver.Status{} // its operations follow
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.resting {
		return driver.Status{}
	}
	w.count[c.Function]++
	made := faultCall{c.Function, w.count[c.Function]}
	w.made = append(w.made, made)
	if made != w.fail {
		return driver.Status{}
	}
	w.fired, w.releasing = true, inRelease()
	return driver.Fail(w.code, fmt.Sprintf("call %d was made to fail", made.n))
}

func (w *watch) after(c faultdriver.Call) driver.Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.succeeded[c.Function]++
	return driver.Status{}
}

// rest ends the scenario: later calls do not fail and are none of its calls.
func (w *watch) rest() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.resting = true
}

// calls returns the calls of the scenario.
func (w *watch) calls() []faultCall {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.made
}

// outcome reports whether the call has failed, and whether that was in a Close or a Free.
func (w *watch) outcome() (fired, releasing bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.fired, w.releasing
}

// inRelease reports whether the caller runs in a method of aclpool that closes or frees, after
// whose failure the object is still there.
func inRelease() bool {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		name := f.Function[strings.LastIndex(f.Function, ".")+1:]
		if strings.HasPrefix(f.Function, module) && (strings.HasPrefix(name, "Close") || strings.HasPrefix(name, "Free")) {
			return true
		}
		if !more {
			return false
		}
	}
}

// lifecycles are the functions that create objects of one kind, and those that destroy them.
var lifecycles = []struct{ create, destroy []string }{
	{[]string{"aclrtCreateStream", "aclrtCreateStreamWithConfig"}, []string{"aclrtDestroyStream", "aclrtDestroyStreamForce"}},
	{[]string{"aclrtCreateEvent", "aclrtCreateEventExWithFlag"}, []string{"aclrtDestroyEvent"}},
	{[]string{"aclrtMemPoolCreate"}, []string{"aclrtMemPoolDestroy"}},
	{[]string{"aclrtMalloc"}, []string{"aclrtFree"}},
	{[]string{"aclrtMallocHost"}, []string{"aclrtFreeHost"}},
	{[]string{"aclrtBinaryLoadFromFile", "aclrtBinaryLoadFromData"}, []string{"aclrtBinaryUnLoad"}},
	{[]string{"aclrtCreateContext"}, []string{"aclrtDestroyContext"}},
}

// undestroyed returns a text for each kind of which more objects were created than destroyed.
func (w *watch) undestroyed() (texts []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	sum := func(functions []string) (n int) {
		for _, f := range functions {
			n += w.succeeded[f]
		}
		return n
	}
	for _, l := range lifecycles {
		if created, destroyed := sum(l.create), sum(l.destroy); created > destroyed {
			texts = append(texts, fmt.Sprintf("%s has succeeded %s, and %s %s",
				strings.Join(l.create, " or "), times(created), strings.Join(l.destroy, " or "), times(destroyed)))
		}
	}
	return texts
}

func times(n int) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
