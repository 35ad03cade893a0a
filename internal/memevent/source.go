// SPDX-License-Identifier: Apache-2.0

package memevent

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/core"
)

// Source is the stream of memory events of one device.
type Source struct {
	listeners atomic.Int32 // number of them

	mu   sync.Mutex // held while listeners are called
	list []*listener
	seq  uint64
}

type listener struct{ hear func(*Event) }

// Of returns the source of a device. All opens of one number share it.
func Of(d *core.Device) *Source { return core.Attached[Source](d) }

// Listening reports whether there is a listener.
func (s *Source) Listening() bool { return s.listeners.Load() != 0 }

// Subscribe has hear called for every event from now on, until the returned function is
// called; no call is under way once that returns. The event is valid during the call
// only. See the package documentation for what hear may do.
func (s *Source) Subscribe(hear func(*Event)) (unsubscribe func()) {
	l := &listener{hear}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, l)
	s.listeners.Store(int32(len(s.list)))
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.list = slices.DeleteFunc(s.list, func(o *listener) bool { return o == l })
		s.listeners.Store(int32(len(s.list)))
	}
}

// Emit numbers the event and calls the listeners with it, in the order of their
// subscription. The package documentation says which locks the caller holds.
func (s *Source) Emit(e Event) {
	if e.Stream != nil {
		e.Internal = e.Stream.Internal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	e.Seq = s.seq
	for _, l := range s.list {
		l.hear(&e)
	}
}

var pools atomic.Uint64

// NewPool returns the identity of a new pool.
func NewPool(name string) Pool { return Pool{pools.Add(1), name} }
