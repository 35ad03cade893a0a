// SPDX-License-Identifier: Apache-2.0

package native

import (
	"slices"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/caller"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// deferredFree is a chunk that the program has freed and that has not been freed in ACL. Until
// all marks are reached the memory may be in use, which ACL does not know.
type deferredFree struct {
	chunk engine.Chunk
	marks []*core.Record
	site  caller.Site // call site of the program's free
}

// deferredFrees are the deferred frees that will be enqueued on one stream. They have their
// own lock, because they are added by calls on other streams. In the lock order it is after
// streams.
type deferredFrees struct {
	waiting atomic.Int64 // length of list, readable without the lock

	mu      sync.Mutex
	list    []*deferredFree
	blocked []*core.Record // scratch
	bytes   uint64
	closed  bool // by retire
}

// mustDefer reports whether a free on the stream of the lane must be deferred.
func (l *lane) mustDefer(c engine.Chunk, after []engine.Place) bool {
	return len(after) > 0 || l.guards.defers && c.Ref != l.stream.ID
}

// deferOne defers a free. If it fails, nothing has changed.
func (l *lane) deferOne(c engine.Chunk, after []engine.Place) error {
	f, err := l.prepare(c, after)
	if err == nil {
		l.commit(f)
	}
	return err
}

// prepare returns a deferred free with marks for all places that it must wait for: the current
// end of the lane's stream, and after. Streams of places without a record are locked.
func (l *lane) prepare(c engine.Chunk, after []engine.Place) (*deferredFree, error) {
	f := l.events.newFree()
	f.chunk, f.site = c, l.tap.site()
	end, err := l.Mark()
	if err == nil {
		f.marks = append(f.marks, end)
	}
	for _, p := range after {
		if err != nil {
			break
		}
		err = l.mark(f, p)
	}
	if err != nil {
		l.events.drop(f)
		return nil, err
	}
	return f, nil
}

func (l *lane) mark(f *deferredFree, p engine.Place) error {
	switch {
	case p.Record == nil:
		end, err := l.markEnd(p.Stream)
		if err != nil {
			return err
		}
		f.marks = append(f.marks, end)
	case !p.Stream.Done(p.Record.Work):
		f.marks = append(f.marks, p.Record.Retain())
	}
	return nil
}

// dropPrepared drops the prepared frees.
func (l *lane) dropPrepared() {
	for _, f := range l.prepared {
		l.events.drop(f)
	}
	clear(l.prepared)
	l.prepared = l.prepared[:0]
}

// commit adds a prepared free to the list of a stream: the one that allocated the chunk if ACL
// returns memory to that stream, otherwise the lane's stream.
func (l *lane) commit(f *deferredFree) {
	l.dev.NoteFree(driver.Addr(f.chunk.Addr), l.stream, "")
	if l.guards.defers {
		if home := l.find(f.chunk.Ref); home != nil && home.deferred.add(f) {
			return
		}
	}
	l.deferred.add(f)
}

// add adds a free. It returns false after retire.
func (d *deferredFrees) add(f *deferredFree) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return false
	}
	d.list = append(d.list, f)
	d.bytes += rounded(f.chunk)
	d.waiting.Add(1)
	return true
}

// retire closes the list of a closed stream. It returns false if the list is not empty.
func (d *deferredFrees) retire() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = len(d.list) == 0
	return d.closed
}

// waitingBytes returns the bytes of all frees in the list.
func (d *deferredFrees) waitingBytes() uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.bytes
}

// takeReady removes the frees whose marks have all been reached, and calls each for them.
// Marks of one stream are reached in the order of its work, so after one that has not been
// reached it does not query later ones.
func (d *deferredFrees) takeReady(dev *core.Device, p *eventPool, each func(engine.Chunk, caller.Site)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	kept := d.list[:0]
	d.blocked = d.blocked[:0]
	for _, f := range d.list {
		if d.blocks(dev, f) {
			kept = append(kept, f)
			continue
		}
		c, site := f.chunk, f.site
		d.remove(p, f)
		each(c, site)
	}
	clear(d.list[len(kept):])
	d.list = kept
	clear(d.blocked)
}

// blocks reports whether a mark of a free has not been reached, and keeps it in blocked.
func (d *deferredFrees) blocks(dev *core.Device, f *deferredFree) bool {
	for _, r := range f.marks {
		if slices.ContainsFunc(d.blocked, func(o *core.Record) bool { return o.Stream == r.Stream && o.Work <= r.Work }) {
			return true
		}
		if !r.Reached(dev) {
			d.blocked = append(d.blocked, r)
			return true
		}
	}
	return false
}

// ready reports whether takeReady would remove a free.
func (d *deferredFrees) ready(dev *core.Device) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.ContainsFunc(d.list, func(f *deferredFree) bool {
		return !slices.ContainsFunc(f.marks, func(r *core.Record) bool { return !r.Reached(dev) })
	})
}

func (d *deferredFrees) remove(p *eventPool, f *deferredFree) {
	d.bytes -= rounded(f.chunk)
	d.waiting.Add(-1)
	p.drop(f)
}

// forgetAll removes all frees, because the pool is destroyed.
func (d *deferredFrees) forgetAll(p *eventPool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.list {
		d.remove(p, f)
	}
	d.list = nil
}

// awaited returns the streams that the frees wait for.
func (d *deferredFrees) awaited() (streams []*core.Stream) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.list {
		for _, r := range f.marks {
			if !r.Stream.Done(r.Work) && !slices.Contains(streams, r.Stream) {
				streams = append(streams, r.Stream)
			}
		}
	}
	return streams
}

// flush enqueues the deferred frees that are ready. The stream is locked and open.
func (l *lane) flush() {
	l.deferred.takeReady(l.dev, &l.events, func(c engine.Chunk, site caller.Site) { _ = l.freeNow(l.stream, c, l, site) })
}

// freeNow enqueues a deferred free on a stream. If it fails, the chunk is lost: the call of the
// program has already returned. l is the lane of the stream, or nil for a temporary one.
func (n *Engine) freeNow(s *core.Stream, c engine.Chunk, l *lane, site caller.Site) error {
	if st := n.dev.Driver.FreeAsync(n.dev.Context, driver.Addr(c.Addr), s.Handle); !st.OK() {
		return n.lose(c, fail("aclrtMemPoolFreeAsync", st))
	}
	if l != nil {
		l.freed(rounded(c))
	}
	n.tap.submitted(s, c, site)
	return nil
}

// flushOnTempStream is flush on a temporary stream, after which the memory has no owner. The
// stream of the lane is locked or closed.
func (l *lane) flushOnTempStream() {
	if !l.deferred.ready(l.dev) {
		return
	}
	err := onTempStream(l.dev, func(s *core.Stream) error {
		l.deferred.takeReady(l.dev, &l.events, func(c engine.Chunk, site caller.Site) { _ = l.freeNow(s, c, nil, site) })
		return nil
	})
	if err != nil {
		l.cfg.Log.Warn("aclpool: deferred frees could not be enqueued on a temporary stream", l.object(), zap.Error(err))
	}
}

// flushAll enqueues all deferred frees that are ready, those of closed streams on a
// temporary one.
func (n *Engine) flushAll() {
	for _, l := range *n.lanes.Load() {
		if l.deferred.waiting.Load() == 0 {
			continue
		}
		open := l.stream.LockState()
		switch {
		case n.isClosed():
		case open:
			l.flush()
		default:
			l.flushOnTempStream()
		}
		l.stream.Unlock()
	}
}

// defersAny reports whether there are deferred frees.
func (n *Engine) defersAny() bool {
	return slices.ContainsFunc(*n.lanes.Load(), func(l *lane) bool { return l.deferred.waiting.Load() > 0 })
}

// deferredBytes returns the bytes of all deferred frees. All streams are locked.
func (n *Engine) deferredBytes() (bytes uint64) {
	for _, l := range *n.lanes.Load() {
		bytes += l.deferred.waitingBytes()
	}
	return bytes
}
