// SPDX-License-Identifier: Apache-2.0

package core

import (
	"runtime"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

// Runtime is one initialised ACL runtime: the vendor's library, of which a process has
// one, or a simulated machine, of which it can have many.
type Runtime struct {
	Driver driver.API
	Root   *lifetime.Node
	Log    *zap.Logger
	Owner  bool // this process's aclpool initialised ACL, so it may reset devices and finalise

	// Hazards is set before the first device is opened. With nil nothing is checked.
	Hazards *Hazards

	opening   sync.Mutex
	primaries map[int32]*primary // by number of the device
}

// NewRuntime wraps a driver. A nil log is silent; with leakStacks objects remember where
// they were made.
func NewRuntime(d driver.API, log *zap.Logger, leakStacks bool) *Runtime {
	if log == nil {
		log = zap.NewNop()
	}
	return &Runtime{Driver: d, Owner: true, Root: lifetime.NewRoot(d.Describe(), leakStacks), Log: log}
}

// ids numbers streams over the life of the process; a number is never used again.
var ids atomic.Uint64

// Watch logs a warning when the collector finds that the program no longer refers to obj,
// its object for n, and has not closed it. It makes no device call and frees nothing.
func Watch[T any](r *Runtime, obj *T, n *lifetime.Node) {
	runtime.AddCleanup(obj, func(n *lifetime.Node) {
		if n.MarkLost() {
			r.Log.Warn("aclpool: leaked: lost without Close", zap.Stringer("object", n), zap.String("made at", n.Stack()))
		}
	}, n)
}
