// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"slices"
	"sync"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Hazards returns the violations of stream order that were found on a device since the last
// call. They do not fail the test, other than those that nothing takes. It is for tests of
// programs that are wrong on purpose:
//
//	reports := acltest.Hazards(t, dev)
//	require.Len(t, reports, 1)
//	require.Equal(t, hazard.UseAfterFree, reports[0].Kind)
//
// In a benchmark, and after [DisableHazards], nothing is checked.
func Hazards(t testing.TB, dev *acl.Device) []hazard.Report {
	t.Helper()
	if found := findingsOf(t, dev); found != nil {
		return found.take(dev.ID())
	}
	return nil
}

// AllowHazards has violations of stream order of some kinds not fail the test, on the machine of
// a device. Without kinds it allows all. They are not in the result of [Hazards]. On a device
// that acltest has not opened it does nothing.
func AllowHazards(t testing.TB, dev *acl.Device, kinds ...hazard.Kind) {
	t.Helper()
	if d := (*opaque.Device)(dev).Inner(); d != nil {
		allowHazards(d.Runtime, kinds)
	}
}

// AllowHazards is the function [AllowHazards] for a machine.
func (m *Machine) AllowHazards(kinds ...hazard.Kind) { allowHazards(m.rt, kinds) }

func allowHazards(rt *core.Runtime, kinds []hazard.Kind) {
	if found, ok := machines.Load(rt); ok {
		found.(*findings).allow(kinds)
	}
}

// DisableHazards switches the checks of stream order off on the machines that the test makes
// from now on. It is for tests that measure calls, since the checks take time and memory.
func DisableHazards(t testing.TB) {
	unchecked.Store(t, struct{}{})
	t.Cleanup(func() { unchecked.Delete(t) })
}

// unchecked has the tests that have called DisableHazards, by testing.TB.
var unchecked sync.Map

// checksHazards reports whether the machines of a test are checked.
func checksHazards(t testing.TB) bool {
	_, off := unchecked.Load(t)
	return !off && !isBenchmark(t)
}

// findings are the violations on one machine of a test.
type findings struct {
	mu      sync.Mutex
	reports []hazard.Report
	allowed []hazard.Kind
}

// machines has the findings of the machines of tests that have not ended, by *core.Runtime.
var machines sync.Map

// findingsOf returns the findings of the machine of a device, or nil if it is not checked.
func findingsOf(t testing.TB, dev *acl.Device) *findings {
	t.Helper()
	if !checksHazards(t) {
		return nil
	}
	if d := (*opaque.Device)(dev).Inner(); d != nil {
		if found, ok := machines.Load(d.Runtime); ok {
			return found.(*findings)
		}
	}
	t.Fatalf("acltest: the violations of stream order are kept for devices of New and NewMachine until the end of their test, unless the Config has Hazards")
	return nil
}

func (f *findings) add(r hazard.Report) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reports = append(f.reports, r)
}

func (f *findings) allow(kinds []hazard.Kind) {
	if len(kinds) == 0 {
		kinds = hazard.Kinds()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.allowed = append(f.allowed, kinds...)
}

// take removes the reports of a device and returns those that are not allowed.
func (f *findings) take(device int) (reports []hazard.Report) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reports = slices.DeleteFunc(f.reports, func(r hazard.Report) bool {
		if r.Device == device && !slices.Contains(f.allowed, r.Kind) {
			reports = append(reports, r)
		}
		return r.Device == device
	})
	return reports
}

// fail fails the test with the reports that are left, at its end.
func (f *findings) fail(t testing.TB) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range f.reports {
		if !slices.Contains(f.allowed, r.Kind) {
			t.Errorf("acltest: %s", r)
		}
	}
	f.reports = nil
}

// failHazardsFirst fails a test with what was found so far on the machine of a device, before
// the failure of an object that it may explain.
func failHazardsFirst(t testing.TB, dev *acl.Device) {
	t.Helper()
	if found, ok := machines.Load((*opaque.Device)(dev).Inner().Runtime); ok && !t.Skipped() {
		found.(*findings).fail(t)
	}
}

// failHazards fails a test with what was found on its machine, which has closed.
func failHazards(t testing.TB, rt *core.Runtime) {
	t.Helper()
	if found, ok := machines.LoadAndDelete(rt); ok && !t.Skipped() {
		found.(*findings).fail(t)
	}
}
