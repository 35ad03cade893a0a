// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/pool/blocks"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/stream"
)

// Place is a point that a free can be ordered after. A [*stream.Stream] means all work that
// is enqueued on it at the call, and an [*event.Event] means its last record.
type Place interface {
	Name() string                          // Name returns the name of the stream or event.
	Query() (done bool, err error)         // Query reports whether the place has been reached.
	Synchronize(ctx context.Context) error // Synchronize waits until it has been reached.
}

var _, _ Place = (*stream.Stream)(nil), (*event.Event)(nil)

// FreeAfter frees a block that other streams may still use. The memory is not reused until the
// work that is enqueued on s at this call has completed and all places have been reached. Until
// then it counts as pending. Neither the host nor s waits. Without places, FreeAfter is
// FreeAsync. A closed stream counts as reached.
//
// An event means its last record before this call, not later work of its stream. Recording the
// event again, or closing it, changes nothing. An event that is already closed, or whose Handle
// other code has, means all work that is enqueued on its stream at this call.
//
// It fails as FreeAsync does. It also returns [acl.ErrInvalid] for a place that is neither a
// stream nor an event, or belongs to another device, and for an adopted event, since it is
// unknown which work it marks. It returns [acl.ErrNotRecorded] for an event that was never
// recorded. In these cases, and if an event for a place cannot be recorded, nothing has
// changed. The free is enqueued in ACL later. If ACL then refuses it, the block is lost: Stats
// counts it, and the Config's Logger reports it.
//
// Source: aclrtRecordEvent, aclrtQueryEventStatus, acl_rt.h; aclrtMemPoolFreeAsync,
// acl_rt_memory_soma.h.
func (p *Pool) FreeAfter(s *stream.Stream, b Block, places ...Place) error {
	return freeAfter(p.inner.blocks, s, b, places)
}

func freeAfter(t *blocks.Table, s *stream.Stream, b Block, places []Place) error {
	if len(places) == 0 {
		return free(t, s, b)
	}
	if err := t.CheckOwned(b.inner); err != nil {
		return freeError(b, err)
	}
	after, err := placesFor(t, places)
	defer releasePlaces(after)
	if err == nil {
		err = t.FreeAfter(coreStream(s), b.inner, after)
	}
	if err != nil {
		return freeError(b, err)
	}
	return nil
}

// placesFor returns the inner state of places. The caller must release them, even if it fails.
func placesFor(t *blocks.Table, places []Place) (after []engine.Place, err error) {
	for _, place := range places {
		var at engine.Place
		switch place := place.(type) {
		case *stream.Stream:
			at.Stream = coreStream(place)
			err = t.CheckStream(at.Stream)
		case *event.Event:
			at, err = recordOf(t, place)
		default:
			err = fmt.Errorf("%T is no place: want a stream or an event: %w", place, acl.ErrInvalid)
		}
		if err != nil {
			return after, err
		}
		after = append(after, at)
	}
	return after, nil
}

func releasePlaces(places []engine.Place) {
	for _, at := range places {
		if at.Record != nil {
			at.Record.Release()
		}
	}
}

// recordOf borrows the last record of an event.
func recordOf(t *blocks.Table, e *event.Event) (at engine.Place, err error) {
	c := coreEvent(e)
	if c == nil {
		return at, fmt.Errorf("no event: %w", acl.ErrInvalid)
	}
	c.Mu.Lock()
	defer c.Mu.Unlock()
	switch {
	case c.Foreign:
		return at, fmt.Errorf("%s was adopted, and which work it marks is not known here: have a stream wait for it, and name that stream: %w", e, acl.ErrInvalid)
	case c.Stream == nil:
		return at, fmt.Errorf("%s: record it on a stream first: %w", e, acl.ErrNotRecorded)
	}
	at.Stream = c.Stream
	if err := t.CheckStream(c.Stream); err != nil || c.Closed {
		return at, err
	}
	at.Record = c.Borrow()
	return at, nil
}

// RecordUse records that the work enqueued on s so far uses a block. Call it after the use has
// been enqueued. A later free of the block, on any stream, then also waits for that work, as
// with [Pool.FreeAfter]. Later work on s does not delay the reuse of the memory, so record a
// later use again. RecordUse is for programs that do not know the uses of a block where they
// free it.
//
// It records an event on s, unless no work has been enqueued there since the pool's last
// event. A block keeps the last use of each stream.
//
// It returns [acl.ErrInvalid] for the zero Block, a block of another pool, a nil stream and a
// stream of another device, and [acl.ErrClosed] if the block was freed. If the event cannot be
// recorded, nothing has changed.
//
// Source: aclrtRecordEvent, acl_rt.h.
func (p *Pool) RecordUse(s *stream.Stream, b Block) error {
	return recordUse(p.inner.blocks, s, b)
}

func recordUse(t *blocks.Table, s *stream.Stream, b Block) error {
	if err := t.RecordUse(coreStream(s), b.inner); err != nil {
		return fmt.Errorf("mempool: record a use of %s: %w", b, err)
	}
	return nil
}
