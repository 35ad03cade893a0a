//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main_test

import (
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
)

// endVariable is the environment variable that enables TestEndingThreads in a child process.
const endVariable = "LIBASCENDCL_TEST_END"

// threads is how many threads end in the test. Before the library's first call on a thread
// blocked the signals, seven of eight runs crashed.
const threads = 24_000

// A goroutine that has locked its thread takes the thread along when it ends. Signals to the
// program's runtime must not reach that thread when the runtime no longer knows it.
func TestThreadsThatEnd(t *testing.T) {
	out := command(t, []string{endVariable + "=yes", libraryVariable + "=" + library(t), "GOMAXPROCS=4"}, os.Args[0],
		"-test.run=^TestEndingThreads$", "-test.timeout=2m", "-test.v")
	require.Contains(t, out, "--- PASS: TestEndingThreads")
}

// TestEndingThreads runs in a child process.
func TestEndingThreads(t *testing.T) {
	if os.Getenv(endVariable) == "" {
		t.Skip("runs in the process that TestThreadsThatEnd starts")
	}
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	var collected, ended sync.WaitGroup
	done := make(chan struct{})
	collected.Go(func() {
		for !closed(done) {
			runtime.GC() // preempts every thread
		}
	})
	for range 4 {
		ended.Go(func() {
			for range threads / 4 {
				result := make(chan error)
				go func() {
					runtime.LockOSThread()
					result <- s.Synchronize(t.Context())
				}()
				if !assert.NoError(t, <-result) {
					return
				}
			}
		})
	}
	ended.Wait()
	close(done)
	collected.Wait()
}

func closed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}
