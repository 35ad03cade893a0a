// SPDX-License-Identifier: Apache-2.0

package faultdriver

import "slices"

// record is what has been called.
type record struct {
	calls     []string
	count     map[string]int
	succeeded map[string]int
}

func newRecord() record { return record{count: map[string]int{}, succeeded: map[string]int{}} }

func (r *record) call(c Call) {
	r.calls = append(r.calls, c.Function)
	r.count[c.Function]++
}

// Calls returns the C names of the calls so far, in order. Calls that were made to fail
// are among them.
func (d *Driver) Calls() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.record.calls)
}

// Count returns how often the functions have been called.
func (d *Driver) Count(functions ...string) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range functions {
		n += d.record.count[f]
	}
	return n
}

// Succeeded returns how many calls of the functions the inner driver has carried out.
func (d *Driver) Succeeded(functions ...string) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range functions {
		n += d.record.succeeded[f]
	}
	return n
}
