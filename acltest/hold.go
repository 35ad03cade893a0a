// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"encoding/binary"
	"sync"
	"testing"

	"github.com/ascend-go/aclpool/acl"
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

// Hold enqueues a gate on s: work enqueued earlier runs, later work waits until
// [Gate.Release], so a test decides what is pending. The end of the test releases the
// gate, and so does what ends the stream by force. It works on simulated devices only, and
// elsewhere ends the test. The gate counts as work of the stream and not as an object of
// the device. Inside testing/synctest a wait with a context that can end is a poll, and so
// never a deadlock that synctest could see: release the gate, or give the wait a deadline.
func Hold(t testing.TB, s *stream.Stream) *Gate {
	t.Helper()
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
		gates.take(number) // one that its stream has never reached
		unload()
	})
	return g
}

// CanHold reports whether [Hold] works on the streams of a device: whether it is known to
// be simulated. A test can then do without and use real work.
func CanHold(dev *acl.Device) bool {
	d := (*opaque.Device)(dev).Inner()
	if d == nil {
		return false
	}
	if _, ok := d.Driver.(library); ok {
		return librarySimulates.Load()
	}
	return true
}

// Release lets the stream go on. Releasing twice does nothing.
func (g *Gate) Release() { g.release() }

// Reached answers a channel that closes when the stream has come to the gate: all work
// before it has run.
func (g *Gate) Reached() <-chan struct{} { return g.reached }

// wait is what the stream does at the gate.
func (g *Gate) wait(c *sim.Call) {
	close(g.reached)
	select {
	case <-g.open:
	case <-c.Done():
	}
}

// registry keeps the gates that streams have not reached. Kernels get numbers, so a gate
// goes by number.
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

// take answers a gate once, nil when it is gone.
func (r *registry) take(number uint64) *Gate {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.shut[number]
	delete(r.shut, number)
	return g
}

// holdKernel is the name of the kernel that waits at the gate of the number that it gets.
const holdKernel = "acltest.hold"

var registerHold = sync.OnceValue(func() error {
	return sim.RegisterKernel(holdKernel, func(c *sim.Call) error {
		args := c.Args()
		number := args.Uint64()
		if err := args.Err(); err != nil {
			return err
		}
		if g := gates.take(number); g != nil { // else its test has ended
			g.wait(c)
		}
		return nil
	})
})

// launch enqueues the kernel. It speaks to the driver itself: a binary that package kernel
// has loaded is an object of the device, and would stand in the way of a test that closes
// the device.
func launch(s *stream.Stream, number uint64) (unload func(), err error) {
	if err := registerHold(); err != nil {
		return nil, err
	}
	st := (*opaque.Stream)(s).Inner()
	d := st.Device
	bin, status := d.Driver.BinaryLoadFromData(d.Context, sim.KernelFile(holdKernel))
	if !status.OK() {
		return nil, aclerr.Of("aclrtBinaryLoadFromData", status)
	}
	unload = func() {
		if d.Node.Enter() == nil { // else it went with the device
			d.Driver.BinaryUnload(d.Context, bin)
			d.Node.Leave()
		}
	}
	fn, status := d.Driver.BinaryGetFunction(d.Context, bin, holdKernel)
	err = aclerr.Of("aclrtBinaryGetFunction", status)
	if err == nil {
		err = st.Lock()
	}
	if err == nil {
		defer st.Unlock()
		args := binary.NativeEndian.AppendUint64(nil, number)
		status = d.Driver.LaunchKernelWithHostArgs(d.Context, fn, 1, st.Handle, args)
		err = aclerr.Of("aclrtLaunchKernelWithHostArgs", status)
	}
	if err != nil {
		unload()
		return nil, err
	}
	st.Note()
	return unload, nil
}
