// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/stream"
)

// Place is something that work can be ordered behind: a [stream.Stream] stands for what
// is enqueued on it at the call, an [event.Event] for its last record.
type Place interface {
	Name() string   // Name is the one from its Config.
	String() string // String says what it is, and of which device.
}

// FreeAfter is FreeAsync for memory that is used in other places, too: the block serves
// nobody before s, at this call, and every place have been come by. Neither the host nor
// s waits. Until then the memory counts as pending. Without places it is FreeAsync.
//
// A place that is neither a stream nor an event, or of another device, is
// [acl.ErrInvalid], an event that was never recorded [acl.ErrNotRecorded]; nothing has
// changed then, nor when a place cannot be marked. A stream that has closed needs no
// waiting for. Otherwise it fails as FreeAsync does. ACL is told of the free later; when it
// refuses it then, the block is lost, which Stats and the Config's Logger tell.
//
// Source: aclrtRecordEvent, aclrtQueryEventStatus, acl_rt.h; aclrtMemPoolFreeAsync,
// acl_rt_memory_soma.h.
func (p *Pool) FreeAfter(s *stream.Stream, b Block, places ...Place) error {
	streams, err := p.inner().streamsOf(places)
	if err != nil {
		return freeError(b, err)
	}
	return p.inner().free(s, b, streams)
}

// streamsOf answers the streams of places. An event's stands for the event: what it has
// come to by now includes the record.
func (p *pool) streamsOf(places []Place) (streams []*core.Stream, err error) {
	if p == nil {
		return nil, errNone
	}
	for _, place := range places {
		var s *core.Stream
		switch place := place.(type) {
		case *stream.Stream:
			s, err = p.streamOf(place)
		case *event.Event:
			s, err = p.recorderOf(place)
		default:
			err = fmt.Errorf("%T is no place: want a stream or an event: %w", place, acl.ErrInvalid)
		}
		if err != nil {
			return nil, err
		}
		streams = append(streams, s)
	}
	return streams, nil
}

func (p *pool) streamOf(s *stream.Stream) (*core.Stream, error) {
	c := (*opaque.Stream)(s).Inner()
	if c == nil {
		return nil, fmt.Errorf("no stream: %w", acl.ErrInvalid)
	}
	return c, p.here(c)
}

func (p *pool) recorderOf(e *event.Event) (*core.Stream, error) {
	c := (*opaque.Event)(e).Inner()
	if c == nil {
		return nil, fmt.Errorf("no event: %w", acl.ErrInvalid)
	}
	c.Mu.Lock()
	s := c.Stream
	c.Mu.Unlock()
	if s == nil {
		return nil, fmt.Errorf("%s: record it on a stream first: %w", e, acl.ErrNotRecorded)
	}
	return s, p.here(s)
}

// behind is what the free of a block has to wait for besides its stream: marks, and which
// version of the uses they are of.
type behind struct {
	marks []mark
	uses  uint64
}

// outdated reports whether a use of the block has been noted since.
func (w behind) outdated(b Block) bool { return b.slot.uses.version.Load() != w.uses }

// marksOf marks what the free of a block on s has to wait for besides: others, and the
// uses of the block.
func (p *pool) marksOf(s *stream.Stream, b Block, others []*core.Stream) (w behind, err error) {
	besides, version := b.slot.uses.all()
	w.uses = version
	if len(besides)+len(others) == 0 {
		return w, nil
	}
	if !b.live() {
		return w, errFreed
	}
	besides = append(besides, others...)
	slices.SortFunc(besides, func(a, b *core.Stream) int { return cmp.Compare(a.ID, b.ID) })
	besides = slices.Compact(besides)
	w.marks, err = p.marks.setAll(slices.DeleteFunc(besides, func(o *core.Stream) bool { return o == (*opaque.Stream)(s).Inner() }))
	return w, err
}
