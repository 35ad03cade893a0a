// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"context"
	"errors"
	"time"

	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// This many chunks of this many bytes keep a copy engine busy while the host fills or
// empties the next chunk.
const (
	chunks    = 4
	chunkSize = 1 << 20
)

// staging is the pinned memory through which Go slices are copied. A goroutine that takes
// a chunk from the channel owns it until it puts it back, so any number of goroutines may
// copy at once. A goroutine that holds a chunk does not wait for another one.
type staging struct {
	idle      chan *chunk
	chunkSize int // bytes
}

// chunk is one piece of the staging memory, which is allocated on first use.
type chunk struct {
	mem      driver.Mem
	event    driver.Event // recorded after the last copy
	work     uint64       // the last work on the stream that touches the memory
	recorded bool         // event was recorded as work
	mark     core.Mark    // end of the stream at that record
	marked   bool         // mark is set
}

// setMark keeps the end of the stream, which is locked, until the last copy has completed.
func (k *chunk) setMark(c *core.Stream) {
	k.dropMark()
	k.mark, k.marked = c.MarkLocked(), true
}

func (k *chunk) dropMark() {
	if k.marked {
		k.mark.Drop()
		k.marked = false
	}
}

// completed notes that the host has seen the last copy complete, and all that it was ordered
// after.
func (k *chunk) completed(c *core.Stream) {
	c.MarkComplete(k.work)
	if k.marked {
		k.mark.Complete()
	}
	k.dropMark()
}

func newStaging() staging {
	g := staging{make(chan *chunk, chunks), chunkSize}
	for range chunks {
		g.idle <- &chunk{}
	}
	return g
}

// free frees the memory. No goroutine holds a chunk. It can be called again after a
// failure.
func (g staging) free(d *core.Device) error {
	var errs []error
	for range chunks {
		k := <-g.idle
		errs = append(errs, k.free(d))
		g.idle <- k
	}
	return errors.Join(errs...)
}

// ensure makes the event and the memory of a chunk that has none yet.
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
	k.dropMark()
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

// take waits for a chunk whose last copy has completed.
func (st *state) take(ctx context.Context) (*chunk, error) {
	if err := core.Ended(ctx); err != nil {
		return nil, err
	}
	k, err := st.staging.next(ctx)
	if err != nil {
		return nil, err
	}
	if err := st.ready(ctx, k); err != nil {
		st.staging.idle <- k
		return nil, err
	}
	return k, nil
}

// next takes any chunk, and waits for other goroutines that hold all of them.
func (g staging) next(ctx context.Context) (*chunk, error) {
	select {
	case k := <-g.idle:
		return k, nil
	default:
	}
	start := time.Now()
	select {
	case k := <-g.idle:
		return k, nil
	case <-ctx.Done():
		return nil, core.GivenUp(ctx, start)
	}
}

// tryTake takes a chunk only if that needs no waiting; nil otherwise.
func (st *state) tryTake() (*chunk, error) {
	select {
	case k := <-st.staging.idle:
		done, err := st.passed(k)
		if err == nil && done {
			err = k.ensure(st.core.Device, st.staging.chunkSize)
		}
		if err != nil || !done {
			st.staging.idle <- k
			return nil, err
		}
		return k, nil
	default:
		return nil, nil
	}
}

// ready makes a chunk usable: it has memory, and its last copy has completed.
func (st *state) ready(ctx context.Context, k *chunk) error {
	if err := k.ensure(st.core.Device, st.staging.chunkSize); err != nil {
		return err
	}
	return st.await(ctx, k)
}

// await waits until the last copy of the chunk has completed.
func (st *state) await(ctx context.Context, k *chunk) error {
	return core.Await(ctx, func() (bool, error) { return st.passed(k) }, nil)
}

// passed asks once whether the last copy of the chunk has completed. The event completes
// even while other work keeps coming; on a stream that has failed it never does, so the
// stream is asked too.
func (st *state) passed(k *chunk) (bool, error) {
	c := st.core
	switch {
	case c.Seen(k.work):
		k.completed(c)
		return true, nil
	case c.Gone():
		return true, nil
	}
	if k.recorded {
		status, s := c.Device.Driver.QueryEventStatus(c.Device.Context, k.event)
		if err := aclerr.Of("aclrtQueryEventStatus", s); err != nil {
			return false, err
		}
		if status == driver.EventComplete {
			k.completed(c)
			return true, nil
		}
	}
	done, err := st.poll()
	if done {
		k.completed(c)
		return true, nil // a warning about other work is for Synchronize
	}
	return false, err
}
