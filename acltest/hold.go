// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"encoding/binary"
	"sync"
	"testing"

	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// Gate holds a stream, see [Hold]. Its methods are safe for concurrent use.
type Gate struct {
	reached chan struct{}
	open    chan struct{}
	release func()
}

// Hold enqueues a gate on s. Work enqueued earlier runs; later work waits until
// [Gate.Release], so the test decides what is pending. The end of the test releases the gate,
// and so does closing the stream by force. Hold works on simulated devices only, and skips the
// test on others, see [Simulated].
//
// The gate counts as work of the stream, and is not an object of the device. Inside
// testing/synctest, a wait with a context that can end polls, so synctest does not detect a
// deadlock: release the gate, or give the wait a deadline. A machine with a [sim.Schedule]
// cannot be held: its streams wait anyway, as long as the seed says.
func Hold(t testing.TB, s *stream.Stream) *Gate {
	t.Helper()
	RequireSimulated(t, s.Device())
	if scheduled(s.Device()) {
		t.Fatalf("acltest: hold %q: the machine has a Schedule, and the call that executes the gate would not return", s.Name())
	}
	g := &Gate{reached: make(chan struct{}), open: make(chan struct{})}
	g.release = sync.OnceFunc(func() { close(g.open) })
	number := gates.add(g)
	unload, err := launch(s, number)
	if err != nil {
		gates.take(number)
		t.Fatalf("acltest: hold a stream: %v", err)
	}
	t.Cleanup(func() {
		g.Release()
		gates.take(number) // if its stream has not reached it
		unload()
	})
	return g
}

// Release lets the stream continue. Releasing twice does nothing.
func (g *Gate) Release() { g.release() }

// Reached returns a channel that is closed when the stream has reached the gate, after all
// earlier work.
func (g *Gate) Reached() <-chan struct{} { return g.reached }

// wait holds the stream that runs c.
func (g *Gate) wait(c *sim.Call) {
	close(g.reached)
	select {
	case <-g.open:
	case <-c.Done():
	}
}

// registry holds the gates that no stream has reached yet, by number, since the arguments of a
// kernel are numbers.
type registry struct {
	mu   sync.Mutex
	last uint64
	shut map[uint64]*Gate
}

var gates = registry{shut: map[uint64]*Gate{}}

func (r *registry) add(g *Gate) uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	r.shut[r.last] = g
	return r.last
}

// take removes a gate and returns it, or nil if it was removed before.
func (r *registry) take(number uint64) *Gate {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.shut[number]
	delete(r.shut, number)
	return g
}

// holdKernel is the kernel that waits at a gate. Its argument is the gate's number.
const holdKernel = "acltest.hold"

var registerHold = sync.OnceValue(func() error {
	return sim.RegisterKernel(holdKernel, func(c *sim.Call) error {
		args := c.Args()
		number := args.Uint64()
		if err := args.Err(); err != nil {
			return err
		}
		if g := gates.take(number); g != nil { // otherwise its test has ended
			g.wait(c)
		}
		return nil
	})
})

// launch enqueues the kernel. The kernel is unlisted, because a test may close its device
// before the gate's cleanup runs.
func launch(s *stream.Stream, number uint64) (unload func(), err error) {
	if err := registerHold(); err != nil {
		return nil, err
	}
	inner := (*opaque.Stream)(s).Inner()
	k, op, st := inner.Device.LoadUnlisted(sim.KernelFile(holdKernel), holdKernel)
	if !st.OK() {
		return nil, aclerr.Of(op, st)
	}
	st, err = k.Launch(inner, binary.NativeEndian.AppendUint64(nil, number))
	if err == nil {
		err = aclerr.Of("aclrtLaunchKernelWithHostArgs", st)
	}
	if err != nil {
		k.Unload()
		return nil, err
	}
	return k.Unload, nil
}
