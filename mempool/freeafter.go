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

// Place is something that work can be ordered after: a [*stream.Stream] stands for what
// is enqueued on it at the call, an [*event.Event] for its last record.
type Place interface {
	Name() string                          // Name returns the one from its Config.
	Query() (done bool, err error)         // Query reports whether the place has been reached.
	Synchronize(ctx context.Context) error // Synchronize waits until it has been reached.
}

var _, _ Place = (*stream.Stream)(nil), (*event.Event)(nil)

// FreeAfter is FreeAsync for memory that is used in other places, too: the memory is not
// reused until s, as of this call, and every place have been reached. Neither the host nor
// s waits. Until then the memory counts as pending. Without places it is FreeAsync.
//
// An event stands for its last record before this call, and not for what its stream does
// after that. To record the event anew later, or to close it, changes nothing. An event that is
// closed already, or whose Handle other code knows, stands for its stream as of this call.
//
// A place that is neither a stream nor an event, or of another device, is
// [acl.ErrInvalid], and so is an adopted event, since it is not known what it marks. An
// event that was never recorded is [acl.ErrNotRecorded]. Nothing has changed then, nor when
// recording an event for a place fails. A stream that has closed needs no waiting for.
// Otherwise it fails as FreeAsync does. ACL is told of the free later; when it refuses it
// then, the block is lost, which Stats counts and the Config's Logger reports.
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

// placesFor opens the places that a program has named. They are to be released, also when
// it fails.
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

// placesOf returns what the free of a block on the stream of a shard must be ordered after
// besides: places, and the uses of the block. Streams that have closed are left out, and so
// is the stream of the free itself.
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
			after[i] = at // the later one of a stream
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
