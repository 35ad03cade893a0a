// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/core"
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
	return p.inner.freeAfter(s, b, places)
}

func (p *pool) freeAfter(s *stream.Stream, b Block, places []Place) error {
	if len(places) == 0 {
		return p.free(s, b)
	}
	if err := p.owns(b); err != nil {
		return freeError(b, err)
	}
	after, err := p.placesFor(places)
	defer releasePlaces(after)
	if err != nil {
		return freeError(b, err)
	}
	sh, err := p.shardOf(s)
	if err != nil {
		return freeError(b, err)
	}
	return p.freeLocked(sh, b, after)
}

// placesFor returns the inner state of places. The caller must release them, even if it fails.
func (p *pool) placesFor(places []Place) (after []engine.Place, err error) {
	for _, place := range places {
		var at engine.Place
		switch place := place.(type) {
		case *stream.Stream:
			at.Stream, err = p.streamOf(place)
		case *event.Event:
			at, err = p.recordOf(place)
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

func (p *pool) streamOf(s *stream.Stream) (*core.Stream, error) {
	c := coreStream(s)
	if c == nil {
		return nil, fmt.Errorf("no stream: %w", acl.ErrInvalid)
	}
	return c, p.sameDevice(c)
}

// recordOf borrows the last record of an event.
func (p *pool) recordOf(e *event.Event) (at engine.Place, err error) {
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
	if err := p.sameDevice(c.Stream); err != nil || c.Closed {
		return at, err
	}
	at.Record = c.Borrow()
	return at, nil
}

// placesOf returns what a free of a block on the stream of a shard must be ordered after, in
// addition to that stream: places, and the recorded uses of the block. Closed streams are left
// out.
func placesOf(sh *shard, b Block, places []engine.Place) (after []engine.Place) {
	add := func(at engine.Place) {
		if at.Stream == sh.stream || at.Stream.Gone() {
			return
		}
		i := slices.IndexFunc(after, func(o engine.Place) bool { return o.Stream == at.Stream })
		switch {
		case i < 0:
			after = append(after, at)
		case after[i].Record != nil && (at.Record == nil || at.Record.Work > after[i].Record.Work):
			after[i] = at // the later place of the stream
		}
	}
	for _, at := range places {
		add(at)
	}
	for _, r := range b.slot.uses {
		add(engine.Place{Stream: r.Stream, Record: r})
	}
	return after
}
