// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"context"
	"errors"

	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// A ring of this many chunks of this many bytes keeps a copy engine busy while the host
// fills or empties the next chunk.
const (
	chunks    = 4
	chunkSize = 1 << 20
)

// ring is the pinned memory through which Go slices are copied. Whoever takes a chunk
// from the channel owns it until putting it back, so goroutines share a ring freely;
// nobody waits for a chunk while holding one.
type ring struct {
	idle  chan *chunk
	chunk int // bytes of one
}

// chunk is one piece of the ring. Its memory is made on first use.
type chunk struct {
	mem   driver.Mem
	event driver.Event // recorded behind the last copy
	work  uint64       // the last work on the stream that touches the memory
	known bool         // event stands for work
}

func newRing() ring {
	r := ring{make(chan *chunk, chunks), chunkSize}
	for range chunks {
		r.idle <- &chunk{}
	}
	return r
}

// free gives the memory back. Nobody holds a chunk. It can be called again after a
// failure.
func (r ring) free(d *core.Device) error {
	var errs []error
	for range chunks {
		k := <-r.idle
		errs = append(errs, k.free(d))
		r.idle <- k
	}
	return errors.Join(errs...)
}

// ensure makes what the chunk needs and does not have.
func (k *chunk) ensure(d *core.Device, size int) error {
	if k.event == 0 {
		h, op, st := d.CreateEvent(false)
		if err := aclerr.Of(op, st); err != nil {
			return err
		}
		k.event = h
	}
	if k.mem.IsNull() {
		m, st := d.Driver.MallocHost(d.Context, uint64(size))
		if err := aclerr.Of("aclrtMallocHost", st); err != nil {
			return err
		}
		k.mem = m
	}
	return nil
}

func (k *chunk) free(d *core.Device) error {
	var errs []error
	if k.event != 0 {
		st := d.Driver.DestroyEvent(d.Context, k.event)
		errs = append(errs, aclerr.Of("aclrtDestroyEvent", st))
		if st.OK() {
			k.event = 0
		}
	}
	if !k.mem.IsNull() {
		st := d.Driver.FreeHost(d.Context, k.mem)
		errs = append(errs, aclerr.Of("aclrtFreeHost", st))
		if st.OK() {
			k.mem = driver.Mem{}
		}
	}
	return errors.Join(errs...)
}

// take waits for a chunk that the device is done with.
func (st *state) take(ctx context.Context) (*chunk, error) {
	if err := core.Ended(ctx); err != nil {
		return nil, err
	}
	select {
	case k := <-st.ring.idle:
		if err := st.ready(ctx, k); err != nil {
			st.ring.idle <- k
			return nil, err
		}
		return k, nil
	case <-ctx.Done():
		return nil, core.Ended(ctx)
	}
}

// tryTake takes a chunk only if that needs no waiting; nil otherwise.
func (st *state) tryTake() (*chunk, error) {
	select {
	case k := <-st.ring.idle:
		done, err := st.passed(k)
		if err == nil && done {
			err = k.ensure(st.core.Device, st.ring.chunk)
		}
		if err != nil || !done {
			st.ring.idle <- k
			return nil, err
		}
		return k, nil
	default:
		return nil, nil
	}
}

// ready makes a chunk usable: it has memory, and the stream has passed its last copy.
func (st *state) ready(ctx context.Context, k *chunk) error {
	if err := k.ensure(st.core.Device, st.ring.chunk); err != nil {
		return err
	}
	return st.await(ctx, k)
}

// await waits until the stream has passed the last copy of the chunk.
func (st *state) await(ctx context.Context, k *chunk) error {
	return core.Await(ctx, func() (bool, error) { return st.passed(k) }, nil)
}

// passed asks once whether the stream has passed the last copy of the chunk. The event
// tells even while other work keeps coming; a stream that has failed never comes to it.
func (st *state) passed(k *chunk) (bool, error) {
	c := st.core
	if c.Done(k.work) {
		return true, nil
	}
	if k.known {
		status, s := c.Device.Driver.QueryEventStatus(c.Device.Context, k.event)
		if err := aclerr.Of("aclrtQueryEventStatus", s); err != nil {
			return false, err
		}
		if status == driver.EventComplete {
			c.MarkComplete(k.work)
			return true, nil
		}
	}
	done, err := st.poll()
	if done {
		c.MarkComplete(k.work)
		return true, nil // a remark on the work is for those who wait for all of it
	}
	return false, err
}
