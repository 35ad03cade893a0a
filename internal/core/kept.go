// SPDX-License-Identifier: Apache-2.0

package core

import (
	"slices"
	"sync"
)

// kept has the runtimes that were open when they were last looked at, in a process that
// reports them.
var kept struct {
	mu       sync.Mutex
	on       bool
	runtimes []*Runtime
}

// KeepRuntimes begins to keep the runtimes that [Runtime.Keep] is called for. A run of tests
// calls it, to report at its end what is open.
func KeepRuntimes() {
	kept.mu.Lock()
	defer kept.mu.Unlock()
	kept.on = true
}

// Keep has OpenRuntimes return the runtime until it is closed, after KeepRuntimes. It does
// nothing in other processes, so that the collector can free a machine that is lost.
func (r *Runtime) Keep() {
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if kept.on {
		kept.runtimes = append(open(kept.runtimes), r)
	}
}

// OpenRuntimes returns the kept runtimes that are open.
func OpenRuntimes() []*Runtime {
	kept.mu.Lock()
	defer kept.mu.Unlock()
	return slices.Clone(open(kept.runtimes))
}

// open removes the runtimes that are closed.
func open(runtimes []*Runtime) []*Runtime {
	return slices.DeleteFunc(runtimes, func(r *Runtime) bool { return r.Root.Closed() })
}
