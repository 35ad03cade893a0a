// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// recorder is a testing.TB that records failures.
type recorder struct {
	testing.TB
	failures []string
	stopped  bool // the test was stopped before its end
	cleanups []func()
}

// record runs a test and its cleanups and returns the recorder.
func record(t *testing.T, test func(t testing.TB)) *recorder {
	r := &recorder{TB: t}
	r.run(func() { test(r) })
	for _, c := range slices.Backward(r.cleanups) {
		r.run(c)
	}
	return r
}

// run runs a part of a test, which may stop the test.
func (r *recorder) run(part func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		part()
	}()
	<-done
}

func (r *recorder) Helper()                   {}
func (r *recorder) Cleanup(f func())          { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Errorf(f string, a ...any) { r.failures = append(r.failures, fmt.Sprintf(f, a...)) }

func (r *recorder) Fatalf(f string, a ...any) {
	r.Errorf(f, a...)
	r.FailNow()
}

func (r *recorder) FailNow() {
	r.stopped = true
	runtime.Goexit()
}

// text returns all failures.
func (r *recorder) text() string { return strings.Join(r.failures, "\n") }
