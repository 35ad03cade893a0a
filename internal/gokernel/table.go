// SPDX-License-Identifier: Apache-2.0

package gokernel

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Table is registered kernels by name. The zero Table is empty. It is safe for concurrent
// use.
type Table struct {
	mu      sync.RWMutex
	kernels map[string]Kernel
}

// Register adds a kernel. It fails for a name that is taken or cannot stand in a binary,
// and for no function.
func (t *Table) Register(name string, k Kernel) error {
	return t.register(name, k, func() error { return nil })
}

// register is Register, with a last condition that is asked with the table locked.
func (t *Table) register(name string, k Kernel, accepted func() error) error {
	switch {
	case !ValidName(name):
		return fmt.Errorf("register kernel %q: want a name without spaces and without '#'", name)
	case k == nil:
		return fmt.Errorf("register kernel %q: no function", name)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, taken := t.kernels[name]; taken {
		return fmt.Errorf("register kernel %q: the name is taken", name)
	}
	if err := accepted(); err != nil {
		return err
	}
	if t.kernels == nil {
		t.kernels = make(map[string]Kernel)
	}
	t.kernels[name] = k
	return nil
}

// ValidName reports whether a name can stand in a binary.
func ValidName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == '#' || r == 0x7f })
}

// Get returns the kernel of a name, nil for none.
func (t *Table) Get(name string) Kernel {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.kernels[name]
}

// Names returns the names of all kernels, sorted.
func (t *Table) Names() []string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return slices.Sorted(maps.Keys(t.kernels))
}
