// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// attempt is the testing.TB of a run that may fail: it keeps failures, and its cleanups run at
// the end of the run.
type attempt struct {
	testing.TB

	mu       sync.Mutex
	failures []string
	failed   bool
	skipped  bool
	cleanups []func()
}

// do runs a test and then its cleanups, each on a goroutine that FailNow can end.
func (a *attempt) do(test func()) {
	a.part(test)
	for {
		a.mu.Lock()
		last := len(a.cleanups) - 1
		if last < 0 {
			a.mu.Unlock()
			return
		}
		cleanup := a.cleanups[last]
		a.cleanups = a.cleanups[:last]
		a.mu.Unlock()
		a.part(cleanup)
	}
}

func (a *attempt) part(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// texts returns the failures so far.
func (a *attempt) texts() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.failures)
}

func (a *attempt) add(text string) {
	where := ""
	if _, file, line, ok := runtime.Caller(2); ok {
		where = fmt.Sprintf("%s:%d: ", filepath.Base(file), line)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failed = true
	a.failures = append(a.failures, where+strings.TrimSpace(text))
}

func (a *attempt) Helper() {}

func (a *attempt) Cleanup(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cleanups = append(a.cleanups, f)
}

func (a *attempt) Fail() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failed = true
}

func (a *attempt) FailNow() {
	a.Fail()
	runtime.Goexit()
}

func (a *attempt) Failed() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.failed
}

func (a *attempt) Error(args ...any)                 { a.add(fmt.Sprintln(args...)) }
func (a *attempt) Errorf(format string, args ...any) { a.add(fmt.Sprintf(format, args...)) }

func (a *attempt) Fatal(args ...any) {
	a.add(fmt.Sprintln(args...))
	runtime.Goexit()
}

func (a *attempt) Fatalf(format string, args ...any) {
	a.add(fmt.Sprintf(format, args...))
	runtime.Goexit()
}

func (a *attempt) Skip(args ...any) {
	a.Log(args...)
	a.SkipNow()
}

func (a *attempt) Skipf(format string, args ...any) {
	a.Logf(format, args...)
	a.SkipNow()
}

func (a *attempt) SkipNow() {
	a.mu.Lock()
	a.skipped = true
	a.mu.Unlock()
	runtime.Goexit()
}

func (a *attempt) Skipped() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.skipped
}
