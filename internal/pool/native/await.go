// SPDX-License-Identifier: Apache-2.0

package native

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Look queries the streams that pending frees wait for.
func (n *Engine) Look() {
	for _, s := range n.PendingStreams() {
		_, _, _ = s.Query() // a stream that cannot tell stays pending
	}
}

// Poll is Look, and makes the deferred frees that are ready.
func (n *Engine) Poll() {
	n.Look()
	if !n.defersAny() {
		return
	}
	idle := n.idleDeferring()
	n.flushAll()
	for _, s := range idle {
		queryAtOnce(s)
	}
}

// idleDeferring returns the streams that have executed everything and that deferred frees
// are to be made on, which then are all that they have to do.
func (n *Engine) idleDeferring() (idle []*core.Stream) {
	for _, l := range *n.lanes.Load() {
		if l.deferred.waiting.Load() == 0 || l.stream.Lock() != nil {
			continue
		}
		if l.stream.Seen(l.stream.Place().Pos) {
			idle = append(idle, l.stream)
		}
		l.stream.Unlock()
	}
	return idle
}

// queriesAtOnce is how often a stream is queried that has but frees to execute.
const queriesAtOnce = 16

func queryAtOnce(s *core.Stream) {
	for range queriesAtOnce {
		if done, _, err := s.Query(); done || err != nil {
			return
		}
		runtime.Gosched()
	}
}

// PendingStreams returns the streams with frees that are not known to have executed, and the
// streams that deferred frees wait for.
func (n *Engine) PendingStreams() (streams []*core.Stream) {
	for _, l := range *n.lanes.Load() {
		if l.stream.Lock() != nil {
			continue // closed, so complete
		}
		if l.pending.of(l.stream) > 0 {
			streams = append(streams, l.stream)
		}
		l.stream.Unlock()
	}
	return n.addAwaited(streams)
}

// pendingStreamsLocked is PendingStreams while all streams are locked.
func (n *Engine) pendingStreamsLocked() (streams []*core.Stream) {
	for _, l := range *n.lanes.Load() {
		if l.pending.of(l.stream) > 0 {
			streams = append(streams, l.stream)
		}
	}
	return n.addAwaited(streams)
}

func (n *Engine) addAwaited(streams []*core.Stream) []*core.Stream {
	for _, l := range *n.lanes.Load() {
		for _, s := range l.deferred.awaited() {
			if !slices.Contains(streams, s) {
				streams = append(streams, s)
			}
		}
	}
	return streams
}

// Await waits for pending frees, and then for deferred frees, which have become pending.
func (n *Engine) Await(ctx context.Context, failed *engine.Failures) error {
	deferred := n.defersAny()
	err := n.AwaitStreams(ctx, n.PendingStreams(), failed)
	if err == nil && deferred {
		n.flushAll() // which makes them frees on their streams
		err = n.AwaitStreams(ctx, n.PendingStreams(), failed)
	}
	return err
}

// AwaitStreams waits for the work that is enqueued on streams at the call.
func (n *Engine) AwaitStreams(ctx context.Context, streams []*core.Stream, failed *engine.Failures) error {
	for _, s := range streams {
		if failed.Has(s) {
			continue
		}
		if err := n.awaitStream(ctx, s); err != nil {
			err = fmt.Errorf("frees on stream %q are pending: %w", s.Name, err)
			if !errors.Is(err, errclass.Device) {
				return err
			}
			failed.Add(s, err)
		}
	}
	return nil
}

// awaitStream waits until a stream has executed the work that is enqueued on it now. It does
// not wait for later work.
func (n *Engine) awaitStream(ctx context.Context, s *core.Stream) error {
	if err := core.Ended(ctx); err != nil {
		return err
	}
	if s.Lock() != nil {
		return nil // closed: Close has waited for the work
	}
	r, err := n.events.record(s)
	s.Unlock()
	if err != nil {
		return err
	}
	// It polls: a synchronize with an event whose record an abort drops might not return.
	if err := core.Await(ctx, func() (bool, error) { return n.query(r) }, nil); err != nil {
		n.events.discard(r)
		return err
	}
	s.MarkComplete(r.Work)
	r.Release()
	n.dev.Synchronized()
	return nil
}

// query reports whether a record has been reached. It also queries the stream, since a stream
// that has failed never reaches the record.
func (n *Engine) query(r *core.Record) (done bool, err error) {
	gone := r.Stream.Gone()
	switch {
	case r.Stream.Seen(r.Work):
		return true, nil
	case gone:
		return false, fmt.Errorf("stream %q was closed before it reached the record: %w", r.Stream.Name, errclass.Device)
	}
	status, st := n.dev.Driver.QueryEventStatus(n.dev.Context, r.Event)
	if !st.OK() {
		return false, fail("aclrtQueryEventStatus", st)
	}
	if status == driver.EventComplete {
		return true, nil
	}
	_, st, err = r.Stream.Query()
	if err == nil && !core.Completed(st) && st.Code != driver.RTStreamAbort { // which ends, and the stream goes on
		return false, fail("aclrtStreamQuery", st)
	}
	return false, nil // if the stream has closed, the next call reports it
}
