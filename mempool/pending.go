// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"errors"
	"slices"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// pendingFrees is what a stream has freed and may not have come to yet. It is a bound
// from above: the sum begins anew when the last free is known to have executed, and what
// an allocation has taken out of it since is not known here.
type pendingFrees struct {
	bytes uint64
	last  uint64 // number of the last free among the work of the stream
}

// note counts a free that has just been enqueued.
func (f *pendingFrees) note(s *core.Stream, bytes uint64) {
	if s.Done(f.last) {
		f.bytes = 0
	}
	f.bytes += bytes
	f.last = s.Note()
}

// of answers the bytes not known to be complete.
func (f *pendingFrees) of(s *core.Stream) uint64 {
	if s.Done(f.last) {
		return 0
	}
	return f.bytes
}

// pending lists the streams with frees not known to be complete.
func (p *pool) pending() (streams []*core.Stream) {
	for _, sh := range p.shards.Load().byID {
		if sh.stream.Lock() != nil {
			continue // closed, and with that complete
		}
		if sh.frees.of(sh.stream) > 0 {
			streams = append(streams, sh.stream)
		}
		sh.stream.Unlock()
	}
	for _, sh := range p.shards.Load().byID {
		for _, s := range sh.late.streams() {
			if !slices.Contains(streams, s) {
				streams = append(streams, s)
			}
		}
	}
	return streams
}

// learn asks the streams with pending frees whether they have finished. It does not wait.
func (p *pool) learn() {
	for _, s := range p.pending() {
		_, _, _ = s.Query() // a stream that cannot tell stays pending
	}
	p.settleAll()
}

// await waits until a stream has done what is enqueued on it now, however much follows.
func (p *Pool) await(ctx context.Context, s *core.Stream) (err error) {
	e, err := event.New(p.device, event.Config{Name: p.Name() + " frees"})
	if err != nil {
		return err
	}
	defer func() {
		if failed := e.Close(); failed != nil {
			(*opaque.Event)(e).Inner().Node.Abandon() // nobody could close it later, and the device could never close
			p.marks.give((*opaque.Event)(e).Inner().Handle)
			err = errors.Join(err, failed)
		}
	}()
	if err := record((*opaque.Event)(e).Inner(), s); err != nil {
		if errors.Is(err, acl.ErrClosed) {
			return nil // the close has waited
		}
		return err
	}
	return e.Synchronize(ctx)
}

func record(e *core.Event, s *core.Stream) error {
	if err := s.Lock(); err != nil {
		return err
	}
	defer s.Unlock()
	e.Mu.Lock()
	defer e.Mu.Unlock()
	return aclerr.Of("aclrtRecordEvent", e.Record(s))
}
