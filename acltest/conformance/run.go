// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"errors"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

// chapters are the chapters of the suite in the order in which they run. The simple ones are
// first, since a fault in them may be the cause of later failures.
var chapters = []chapter{
	sizes, lifetimes, misuse, streams, order, exhaustion, reuse, thresholds, trims, random, parallel, failures,
}

// chapter is a part of the suite: cases that run on one device.
type chapter struct {
	name  string
	cases []testCase
}

type testCase struct {
	name string
	run  func(t *testing.T, r *rig)
}

// Run runs the suite on the device that open opens, for each of the engines: for those of
// [acltest.Engines] and Auto if none is named. Every chapter opens the device anew, one at
// a time; open closes it when the test ends, as [acltest.New] does.
//
// With -v, Run prints a report: the device, its library and its memory, each engine and why it
// was chosen, and a table of what was observed. If TestMain calls [acltest.Main], the report
// is at the end of the output of the test binary. If ACLPOOL_CONFORMANCE_REPORT names a file,
// the report is also written to it.
//
// If the device or the library lacks an engine, pools with it must return
// [acl.ErrNotSupported] with the reason; its chapters are skipped.
//
// The suite takes some seconds and 100 MiB of device memory, less with -short. Other work on
// the device makes it slower, but does not affect its results.
func Run[F Opener](t *testing.T, open F, on ...mempool.Engine) {
	t.Helper()
	run(t, opener(open), on)
}

// Opener is a function that opens a device for a test, such as [acltest.New].
type Opener interface {
	func(testing.TB) *acl.Device | func(testing.TB, ...sim.Config) *acl.Device
}

// opener returns open without the optional Config.
func opener[F Opener](open F) func(testing.TB) *acl.Device {
	switch open := any(open).(type) {
	case func(testing.TB, ...sim.Config) *acl.Device:
		return func(t testing.TB) *acl.Device { return open(t) }
	case func(testing.TB) *acl.Device:
		return open
	}
	panic("unreachable: an Opener is one of two types")
}

func run(t *testing.T, open func(testing.TB) *acl.Device, on []mempool.Engine) {
	t.Helper()
	if len(on) == 0 {
		on = append(acltest.Engines(), mempool.EngineAuto)
	}
	var report report
	t.Run("device", func(t *testing.T) { report.describe(t, open(t)) })
	if t.Failed() {
		return // the engine is not supported
	}
	for _, e := range on {
		t.Run(e.String(), func(t *testing.T) { runEngine(t, open, e, report.column(e)) })
	}
	report.publish(t)
}

func runEngine(t *testing.T, open func(testing.TB) *acl.Device, e mempool.Engine, seen *column) {
	row := &row{engine: e, seen: seen}
	if !t.Run("opens", func(t *testing.T) { row.open(t, open(t)) }) {
		return
	}
	row.skipMissing(t)
	for _, c := range chapters {
		t.Run(c.name, func(t *testing.T) {
			dev := open(t)
			row.open(t, dev) // if -run leaves the first part out
			row.skipMissing(t)
			r := newRig(t, row, dev)
			for _, test := range c.cases {
				t.Run(test.name, func(t *testing.T) { test.run(t, r) })
			}
		})
	}
}

// row is one engine under test.
type row struct {
	engine  mempool.Engine
	seen    *column
	opened  bool          // the following is known
	reuse   mempool.Reuse // the default of all tests
	missing error         // why there is no such engine
}

// open determines the settings that the engine opens with, once.
func (r *row) open(t *testing.T, dev *acl.Device) {
	t.Helper()
	if !r.opened {
		r.missing = r.settings(t, dev)
		r.opened = true
	}
}

// skipMissing skips a test of an engine that is missing.
func (r *row) skipMissing(t *testing.T) {
	t.Helper()
	if r.missing != nil {
		t.Skipf("conformance: %v", r.missing)
	}
}

// settings returns the error of an engine that is missing, which is no failure if the error
// is as documented.
func (r *row) settings(t *testing.T, dev *acl.Device) (missing error) {
	t.Helper()
	p, err := r.try(dev)
	if errors.Is(err, acl.ErrNotSupported) {
		r.seen.set(defaultReuse, "no")
		r.seen.note = err.Error()
		r.reuse = mempool.Reuse{Event: mempool.EventReuseOff}
		p, err = r.try(dev)
	} else if err == nil {
		r.seen.set(defaultReuse, "yes")
	}
	if errors.Is(err, acl.ErrNotSupported) {
		r.seen.unsupported(err)
		checkNotSupported(t, dev, r, err)
		return err
	}
	ok(t, err)
	info := p.Engine()
	r.seen.chosen(info)
	if r.engine != mempool.EngineAuto {
		equal(t, "the engine of the pool", info.Engine, r.engine)
	}
	if info.Reason == "" {
		t.Errorf("the pool does not say why its engine is %s", info.Engine)
	}
	closeAll(t, p)
	return nil
}

func (r *row) try(dev *acl.Device) (*mempool.Pool, error) {
	return mempool.New(background, dev, mempool.Config{Name: "trial", Engine: r.engine, MaxSize: granules(1), Reuse: r.reuse})
}
