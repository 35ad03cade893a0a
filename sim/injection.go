// SPDX-License-Identifier: Apache-2.0

package sim

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Fail makes something go wrong on the machine from now on. Several faults can be active at
// once, and goroutines may use the machine meanwhile. A Fault that cannot happen, such as one
// of a function that no Go package calls, is [acl.ErrInvalid].
func (m *Machine) Fail(f Fault) (*Injection, error) {
	if f.inject == nil {
		return nil, fmt.Errorf("sim: fail: the zero Fault: %w", acl.ErrInvalid)
	}
	if m.runtime().Root.Closed() {
		return nil, fmt.Errorf("sim: fail: the machine: %w", acl.ErrClosed)
	}
	if m.faults() == nil {
		return nil, fmt.Errorf("sim: fail: %s: %w", m, acl.ErrNotSupported)
	}
	i := &Injection{reached: make(chan struct{}), released: make(chan struct{})}
	if err := f.inject(m, i); err != nil {
		return nil, fmt.Errorf("sim: fail: %w", err)
	}
	return i, nil
}

// faults returns the driver that makes calls fail, or nil if there is none.
func (m *Machine) faults() *faultdriver.Driver {
	d, _ := driver.As[*faultdriver.Driver]((*opaque.Machine)(m).Simulation())
	return d
}

// goMachine returns the simulation, unless it runs in a C library.
func (m *Machine) goMachine() (*fakeacl.Machine, error) {
	fake := m.fake()
	if fake == nil {
		return nil, fmt.Errorf("only calls can fail on %s: %w", m, acl.ErrNotSupported)
	}
	return fake, nil
}

// Injection is a [Fault] on a machine, see [Machine.Fail]. Its methods are safe for concurrent
// use.
type Injection struct {
	remove   func()        // takes the fault from the machine
	reached  chan struct{} // closed at the first call
	released chan struct{} // closed by Release
	once     sync.Once     // closes released

	mu    sync.Mutex
	calls int    // of the functions that the fault counts
	fired int    // times
	last  string // function
}

// Fired returns how often the fault has happened.
func (i *Injection) Fired() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.fired
}

// Call returns the C function of the last call that the fault has happened to, or "" if it has
// not happened.
func (i *Injection) Call() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.last
}

// Reached returns a channel that is closed when the fault happens for the first time. With
// [Hang] the call waits then.
func (i *Injection) Reached() <-chan struct{} { return i.reached }

// Release lets a call go on that waits because of [Hang], and later calls. It does nothing for
// other faults. Releasing twice does nothing.
func (i *Injection) Release() { i.once.Do(func() { close(i.released) }) }

// Remove ends the fault, and releases a call that waits. What has happened stays: a stream that
// has failed is not repaired. Removing twice does nothing.
func (i *Injection) Remove() { i.remove() }

// fire notes that the fault happens to a call of a function.
func (i *Injection) fire(function string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.fired == 0 {
		close(i.reached)
	}
	i.fired++
	i.last = function
}

// counter returns a function that counts calls, and reports whether it is the n-th.
func (i *Injection) counter(n int) (count func() bool) {
	return func() bool {
		i.mu.Lock()
		defer i.mu.Unlock()
		i.calls++
		return i.calls == n
	}
}

// draw reports whether an event with the probability p happens.
func (i *Injection) draw(random *rand.Rand, p float64) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return random.Float64() < p
}
