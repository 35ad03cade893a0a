// SPDX-License-Identifier: Apache-2.0

package core

import (
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/caller"
)

// KeptRuntime is a runtime, and the line of the program that made it.
type KeptRuntime struct {
	*Runtime
	Made string // "file:line function"
}

// kept has the runtimes that were open when they were last looked at, in a process that
// reports them.
var kept struct {
	mu       sync.Mutex
	on       bool
	runtimes []KeptRuntime
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
		kept.runtimes = append(open(kept.runtimes), KeptRuntime{r, caller.Place()})
	}
}

// OpenRuntimes returns the kept runtimes that are open.
func OpenRuntimes() []KeptRuntime {
	kept.mu.Lock()
	defer kept.mu.Unlock()
	return slices.Clone(open(kept.runtimes))
}

// open removes the runtimes that are closed.
func open(runtimes []KeptRuntime) []KeptRuntime {
	return slices.DeleteFunc(runtimes, func(r KeptRuntime) bool { return r.Root.Closed() })
}
