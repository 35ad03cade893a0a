// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Kernel is a kernel in Go. It runs on its stream's goroutine, once for every block of a
// launch, in order. An error or a panic fails the stream, unless the error is
// [ErrOverflow]. It may block if it also waits for [Call.Done].
type Kernel func(*Call) error

// ErrOverflow is what a kernel returns, possibly wrapped, when a number got too large
// for its type: the next synchronize reports it, and the stream goes on.
var ErrOverflow = errors.New("number too large for its type")

// Call is one block of a launch. It is valid until the kernel returns.
type Call struct {
	Name   string // of the kernel
	Block  uint32 // number of this block, from 0
	Blocks uint32 // number of blocks of the launch
	Args   []byte // the arguments

	stream *stream
	done   <-chan struct{}
}

// Done is closed when the stream is aborted or destroyed, or the machine closed. What
// the kernel returns then counts for nothing.
func (c *Call) Done() <-chan struct{} { return c.done }

// Memory views n bytes of device memory until the kernel returns. It fails unless all of
// them are in one allocation that is there at this moment, of this device or of one that
// it may reach.
func (c *Call) Memory(a driver.Addr, n uint64) ([]byte, error) {
	b, err := c.stream.view(a, n)
	if err != nil {
		return nil, fmt.Errorf("kernel %q: %w", c.Name, err)
	}
	return b, nil
}

// kernelTable is registered kernels by name.
type kernelTable struct {
	mu      sync.RWMutex
	kernels map[string]Kernel
}

// everyMachine has the kernels that all machines of the process know.
var everyMachine kernelTable

// RegisterKernel makes a kernel known to every machine. It fails for a name that is
// taken or cannot stand in a binary, and for no function.
func RegisterKernel(name string, k Kernel) error { return everyMachine.register(name, k) }

// RegisterKernel makes a kernel known to this machine, where it comes before one of the
// same name that every machine knows. It fails as the function of that name does.
func (m *Machine) RegisterKernel(name string, k Kernel) error { return m.kernels.register(name, k) }

// ForgetKernel takes back what RegisterKernel has done a moment ago. A machine that has
// found the kernel meanwhile keeps it.
func ForgetKernel(name string) { everyMachine.forget(name) }

func (t *kernelTable) register(name string, k Kernel) error {
	switch {
	case !validKernelName(name):
		return fmt.Errorf("register kernel %q: want a name without spaces and without '#'", name)
	case k == nil:
		return fmt.Errorf("register kernel %q: no function", name)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, taken := t.kernels[name]; taken {
		return fmt.Errorf("register kernel %q: the name is taken", name)
	}
	if t.kernels == nil {
		t.kernels = make(map[string]Kernel)
	}
	t.kernels[name] = k
	return nil
}

func (t *kernelTable) forget(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.kernels, name)
}

func validKernelName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == '#' || r == 0x7f })
}

func (t *kernelTable) get(name string) Kernel {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.kernels[name]
}

func (t *kernelTable) names() []string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return slices.Collect(maps.Keys(t.kernels))
}

// kernel returns what is registered under a name, or nil.
func (m *Machine) kernel(name string) Kernel {
	if k := m.kernels.get(name); k != nil {
		return k
	}
	return everyMachine.get(name)
}

// kernelNames lists what this machine knows.
func (m *Machine) kernelNames() []string {
	names := append(m.kernels.names(), everyMachine.names()...)
	slices.Sort(names)
	if names = slices.Compact(names); len(names) == 0 {
		return []string{"none"}
	}
	return names
}
