// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// scheduled makes a machine with a schedule.
func scheduled(t testing.TB, seed uint64) *rig {
	return newRig(t, func(cfg *fakeacl.Config) { cfg.Schedule = &fakeacl.Schedule{Seed: seed} })
}

// Streams execute in order, and a wait executes all that it waits for.
func TestScheduleKeepsOrder(t *testing.T) {
	for seed := range uint64(50) {
		r := scheduled(t, seed)
		a, b := r.stream(), r.stream()
		e := r.ex(driver.EventSync)
		var ran []string
		step := func(name string) gokernel.Kernel {
			return func(*gokernel.Call) error { ran = append(ran, name); return nil }
		}
		r.launch(a, step("a1"))
		r.launch(b, step("b1"))
		r.record(e, a)
		r.launch(a, step("a2"))
		r.wait(b, e)
		r.launch(b, step("b2"))
		r.sync(b)
		r.sync(a)
		place := func(name string) int {
			for i, n := range ran {
				if n == name {
					return i
				}
			}
			return -1
		}
		assert.Len(t, ran, 4)
		assert.Less(t, place("a1"), place("a2"))
		assert.Less(t, place("b1"), place("b2"))
		assert.Less(t, place("a1"), place("b2"), "the wait")
	}
}

// A kernel that ends its goroutine fails, and the streams go on.
func TestScheduleSurvivesAKernelThatExits(t *testing.T) {
	r := scheduled(t, 1)
	s := r.stream()
	r.launch(s, func(*gokernel.Call) error { runtime.Goexit(); return nil })
	assert.Equal(t, driver.RTAICoreException, r.SynchronizeStream(r.ac, s).Code)
	ran := false
	r.launch(s, func(*gokernel.Call) error { ran = true; return nil })
	r.sync(s)
	assert.True(t, ran)
}

// Whatever goroutines do at the same time, every wait ends.
func TestScheduleWithManyGoroutines(t *testing.T) {
	for seed := range uint64(10) {
		r := scheduled(t, seed)
		var all sync.WaitGroup
		for range 4 {
			s, x, e := r.stream(), r.malloc(512), r.ex(driver.EventSync)
			all.Go(func() {
				for range 50 {
					assert.True(t, r.MemsetAsync(r.ac, driver.OnDevice(x), 512, 1, 512, s).OK())
					assert.True(t, r.RecordEvent(r.ac, e, s).OK())
					assert.True(t, r.StreamWaitEvent(r.ac, s, e).OK())
					assert.True(t, r.SynchronizeStream(r.ac, s).OK())
				}
				assert.True(t, r.MemsetAsync(r.ac, driver.OnDevice(x), 512, 2, 512, s).OK())
				assert.True(t, r.DestroyStreamForce(r.ac, s).OK())
			})
		}
		all.Wait()
	}
}
