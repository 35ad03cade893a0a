// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
)

// A machine with a schedule executes the operations of a device's streams one at a time, in an
// order that the seed determines. It executes them only within calls of the host: some at the
// beginning of every call, and in a wait those that it takes. So a program with one goroutine
// runs alike whenever it has the same seed, and differently with another.

// schedule is the state of a device's schedule.
type schedule struct {
	random  *rand.Rand
	eager   float64 // probability that one more operation executes at a call of the host
	queued  []*stream
	ready   []*stream // kept for use again
	running bool      // an operation is being executed
	idle    *sync.Cond
	log     func(string) // may be nil
}

// Scheduled reports whether the machine has a schedule.
func (m *Machine) Scheduled() bool { return m.cfg.Schedule != nil }

// least is the smallest probability that a call of the host executes something: a program that
// asks again and again gets ahead.
const least = 0.1

func newSchedule(d *device, seed uint64, log func(string)) *schedule {
	random := rand.New(rand.NewPCG(seed, uint64(d.id)))
	return &schedule{random: random, eager: least + (1-2*least)*random.Float64(), idle: sync.NewCond(&d.mu), log: log}
}

// advance executes operations at a call of the host, as many as the seed says. The device is
// locked before and after, but not while an operation that takes time runs.
func (x *schedule) advance() {
	if x.running {
		return
	}
	stepped := false
	for x.random.Float64() < x.eager && x.step() {
		stepped = true
	}
	if stepped {
		x.wakeWaiters()
	}
}

// pursue executes operations until a wait of the host has its targets, or nothing can execute.
func (x *schedule) pursue(targets []target) {
	stepped := false
	for v, _ := look(targets); v == pending && x.step(); v, _ = look(targets) {
		stepped = true
	}
	if stepped {
		x.wakeWaiters()
	}
}

// step executes an operation of a stream that is runnable. It reports whether there was one.
func (x *schedule) step() bool {
	if x.running {
		return false
	}
	x.queued = slices.DeleteFunc(x.queued, func(s *stream) bool { return s.queued() == 0 || s.closing })
	x.ready = x.ready[:0]
	for _, s := range x.queued {
		if s.runnable() {
			x.ready = append(x.ready, s)
		}
	}
	if len(x.ready) == 0 {
		return false
	}
	s := x.ready[x.random.IntN(len(x.ready))]
	if x.log != nil {
		x.log(fmt.Sprintf("%s: %s", s.label, s.queue.describe()))
	}
	x.running = true
	s.stepApart()
	x.running = false
	x.idle.Broadcast()
	return true
}

// wakeWaiters has other goroutines that wait look what they can execute.
func (x *schedule) wakeWaiters() {
	for _, s := range x.queued {
		for _, w := range s.waiters {
			w.wake()
		}
	}
}

// stepApart is step on a goroutine of its own, which a kernel may end.
func (s *stream) stepApart() {
	if s.queue.front().instant() {
		s.step()
		return
	}
	done := make(chan struct{})
	s.device.mu.Unlock()
	go func() {
		defer close(done)
		s.device.mu.Lock()
		defer func() {
			if s.busy { // the kernel has ended the goroutine, with the device unlocked
				s.device.mu.Lock()
				s.exited()
			}
			s.device.mu.Unlock()
		}()
		if s.runnable() { // nobody has aborted it meanwhile
			s.step()
		}
	}()
	<-done
	s.device.mu.Lock()
}

// scheduledExecutor executes what the schedule of the device says.
type scheduledExecutor struct{ goroutineExecutor }

func (scheduledExecutor) start(*stream) {}

func (scheduledExecutor) submit(s *stream, args []byte) {
	x := s.device.schedule
	s.push(&s.device.submitted, &s.device.submittedTask, args)
	x.queued = addOnce(x.queued, s)
	if !x.running {
		x.wakeWaiters()
	}
}

func (scheduledExecutor) resume(s *stream) {
	if x := s.device.schedule; !x.running {
		x.wakeWaiters()
	}
}

func (scheduledExecutor) join(s *stream) {
	for s.execution != nil && s.busy {
		s.device.schedule.idle.Wait()
	}
}
