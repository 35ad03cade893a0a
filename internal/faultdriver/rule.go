// SPDX-License-Identifier: Apache-2.0

package faultdriver

import (
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
)

// message is the text of a failure that a rule causes.
const message = "made to fail by the test"

// Rule is what happens at some of a driver's calls.
type Rule struct {
	driver    *Driver
	functions []string // none means all
	before    func(Call) (st driver.Status, goOn bool)
	after     func(Call) driver.Status
	failed    func(Call, driver.Status)
	removed   func() // runs once, when the rule is removed; may be nil
	end       sync.Once

	// Guarded by driver.mu.
	nth   int    // applies to one call, after nth-1 others; 0 means every call
	fired string // the function of the last call that the rule applied to
}

// applies reports whether the rule applies to the call c. The driver's lock is held.
func (r *Rule) applies(c Call) bool {
	if len(r.functions) > 0 && !slices.Contains(r.functions, c.Function) {
		return false
	}
	if r.nth < 0 { // it has applied
		return false
	}
	if r.nth > 1 {
		r.nth--
		return false
	}
	if r.nth == 1 {
		r.nth = -1
	}
	r.fired = c.Function
	return true
}

// Fired returns the C name of the last call that the rule applied to, or "" before the
// first.
func (r *Rule) Fired() string {
	r.driver.mu.Lock()
	defer r.driver.mu.Unlock()
	return r.fired
}

// Remove ends the rule.
func (r *Rule) Remove() {
	d := r.driver
	d.mu.Lock()
	d.rules = slices.DeleteFunc(slices.Clone(d.rules), func(other *Rule) bool { return other == r })
	d.setBusy()
	d.mu.Unlock()
	if r.removed != nil {
		r.end.Do(r.removed)
	}
}

func (d *Driver) add(r *Rule) *Rule {
	r.driver = d
	d.mu.Lock()
	defer d.mu.Unlock()
	d.rules = append(slices.Clone(d.rules), r)
	d.setBusy()
	return r
}

// Before runs a hook before each call of the functions, or of all if none are named. If
// the hook returns a failure, the call fails with it and does not reach the inner driver.
func (d *Driver) Before(hook func(Call) driver.Status, functions ...string) *Rule {
	return d.add(&Rule{functions: functions, before: goingOn(hook)})
}

// Instead runs a hook before each call of the functions, which have no result but their
// status. Where the hook reports true, its status is the call's, which does not reach the
// inner driver.
func (d *Driver) Instead(hook func(Call) (st driver.Status, made bool), functions ...string) *Rule {
	return d.add(&Rule{functions: functions, before: func(c Call) (driver.Status, bool) {
		st, made := hook(c)
		return st, !made
	}})
}

// goingOn makes a hook one after whose success the call goes on.
func goingOn(hook func(Call) driver.Status) func(Call) (driver.Status, bool) {
	return func(c Call) (driver.Status, bool) { return hook(c), true }
}

// After runs a hook after each call of the functions, or of all if none are named, that
// the inner driver has carried out. If the hook returns a failure, the call fails with it.
func (d *Driver) After(hook func(Call) driver.Status, functions ...string) *Rule {
	return d.add(&Rule{functions: functions, after: hook})
}

// Failed runs a hook after each call of the functions that the inner driver has failed.
func (d *Driver) Failed(hook func(Call, driver.Status), functions ...string) *Rule {
	return d.add(&Rule{functions: functions, failed: hook})
}

// Fail makes the next call of the function fail with code.
func (d *Driver) Fail(function string, code driver.Code) *Rule {
	return d.FailNth(1, code, function)
}

// FailNth makes the n-th call from now on of the functions, or of all if none are named,
// fail with code. It does not reach the inner driver.
func (d *Driver) FailNth(n int, code driver.Code, functions ...string) *Rule {
	return d.add(&Rule{functions: functions, nth: n, before: goingOn(fail(code))})
}

// FailAfter makes the n-th call from now on of the functions return code although the
// inner driver has carried it out.
func (d *Driver) FailAfter(n int, code driver.Code, functions ...string) *Rule {
	return d.add(&Rule{functions: functions, nth: n, after: fail(code)})
}

func fail(code driver.Code) func(Call) driver.Status {
	return func(Call) driver.Status { return driver.Fail(code, message) }
}

// ClearRules removes all rules. Counts, replaced methods and hidden functions stay.
func (d *Driver) ClearRules() {
	d.mu.Lock()
	rules := d.rules
	d.mu.Unlock()
	for _, r := range rules {
		r.Remove()
	}
}
